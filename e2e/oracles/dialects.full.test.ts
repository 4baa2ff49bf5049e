import { dialectHost, testOpenAiFormats } from './dialect-formats.ts'

const dialects = dialectHost()

testOpenAiFormats('short', ['mp3', 'opus', 'flac', 'wav'], dialects)
testOpenAiFormats('long', ['mp3', 'opus', 'aac', 'flac', 'wav'], dialects)
