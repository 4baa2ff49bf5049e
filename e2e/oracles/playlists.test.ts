import { longSpeech, testPlayers } from './playlist-players.ts'

testPlayers(['ffmpeg'], longSpeech())
