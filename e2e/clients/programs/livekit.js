// A voice of LiveKit's agents, and their ears, without a room.
import { initializeLogger } from '@livekit/agents'
import * as openai from '@livekit/agents-plugin-openai'

initializeLogger({ pretty: false, level: 'error' })
const there = { baseURL: `${process.env.GRIOT_URL}/v1`, apiKey: process.env.GRIOT_KEY }

const tts = new openai.TTS({ ...there, model: 'tts-1', voice: 'nova' })
const frames = []
for await (const { frame } of tts.synthesize('Good morning from Lagos.')) frames.push(frame)

const stt = new openai.STT({ ...there, model: 'whisper-1', language: 'en' })
const heard = await stt.recognize(frames)
const seconds = frames.reduce((sum, frame) => sum + frame.samplesPerChannel / frame.sampleRate, 0)
console.log(
  JSON.stringify({
    frames: frames.length,
    seconds,
    rate: frames[0].sampleRate,
    text: heard.alternatives[0].text,
  }),
)
process.exit(0)
