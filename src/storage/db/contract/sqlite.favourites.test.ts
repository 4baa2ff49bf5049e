import { favouritesContract } from './favourites.contract.ts'
import { sqliteForTests } from './open-sqlite.test-support.ts'

favouritesContract(sqliteForTests())
