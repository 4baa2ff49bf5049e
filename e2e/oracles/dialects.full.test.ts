import { dialectHost, testOpenAiFormats } from './dialect-formats.ts'

testOpenAiFormats('long', dialectHost())
