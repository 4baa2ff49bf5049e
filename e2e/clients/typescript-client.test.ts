import { test } from 'vitest'
import { installedClient } from './installed-client.ts'

const { runExample } = installedClient()

test('the example of the typed client runs in Node', () => runExample(process.execPath))
