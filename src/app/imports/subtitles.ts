import { parseText, tokenizeVTTCue, VTTCue, type VTTNode } from 'media-captions'
import type { Piece } from '#shared/imports.ts'
import { leftOut } from './table-or-pieces.ts'

/** Subtitles as pieces with their times, and what is to be said about them. */
export interface Subtitles {
  readonly pieces: readonly Piece[]
  readonly warnings: readonly string[]
}

/** One block of a file: what stands between two empty lines. */
interface Block {
  /** Line of the file on which it begins, from 1. */
  readonly line: number
  readonly text: string
}

type Cue = Pick<VTTCue, 'startTime' | 'endTime' | 'text'>

/** Most subtitles that a warning names one by one. */
const MOST_NAMED = 12
const NOT_SPOKEN = /^(WEBVTT|NOTE|STYLE|REGION)\b/
const NUMBER = /^\d+$/
/** Positions such as {\an8}, which come from another format. */
const OVERRIDE = /\{\\[^{}]*\}/g
/** A "<" that begins neither a tag nor a time, as in "I <3 you": it is text. */
const LESS_THAN = /<(?!\/?[a-z][^<>]*>|[\d:.]+>|\/>)/gi

/**
 * Reads SubRip (.srt) or WebVTT (.vtt). A subtitle whose time is broken keeps its text, without a time, and is named in a warning by its
 * number. Lines of one subtitle are joined.
 */
export async function readSubtitles(text: string): Promise<Subtitles> {
  const type = /^\s*WEBVTT\b/.test(text) ? 'vtt' : 'srt'
  const blocks = blocksOf(text)
  const pieces: Piece[] = []
  const bad: string[] = []
  let notes = 0
  for (const block of blocks) {
    if (type === 'vtt' && NOT_SPOKEN.test(block.text)) {
      if (block.text.startsWith('NOTE')) notes++
      continue
    }
    const cues = await cuesOf(block.text, type)
    if (cues.length > 0) pieces.push(...cues.flatMap(piecesOf))
    else {
      bad.push(nameOf(block))
      pieces.push(...withoutTime(block.text))
    }
  }
  const warnings = [
    ...(bad.length > 0 ? [brokenTimes(bad)] : []),
    ...leftOut(notes, 'note', 'notes'),
  ]
  return { pieces, warnings }
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let number = 0
  const finish = (): void => {
    if (lines.length > 0) blocks.push({ line: number - lines.length, text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split(/\r\n|[\n\r]/)) {
    number++
    if (line.trim() === '') finish()
    else lines.push(line)
  }
  number++
  finish()
  return blocks
}

async function cuesOf(block: string, type: 'srt' | 'vtt'): Promise<readonly Cue[]> {
  const { cues } = await parseText(type === 'vtt' ? `WEBVTT\n\n${block}` : block, {
    type,
    errors: false,
  })
  // An arrow in the text is a time that could not be read: a subtitle that has lost its empty line.
  return cues.some((cue) => cue.text.includes('-->')) ? [] : cues
}

/** A subtitle as pieces: one for each voice that it names. */
function piecesOf({ startTime, endTime, text }: Cue): Piece[] {
  const heardAt = { start: startTime, end: endTime }
  return spokenParts(text).map((part) => ({ ...part, heardAt }))
}

/** What is said in the text of a subtitle, without tags, by whom. */
function spokenParts(marked: string): Pick<Piece, 'text' | 'speaker'>[] {
  const text = marked.replaceAll(OVERRIDE, '').replaceAll(LESS_THAN, '&lt;')
  const parts: { text: string; speaker?: string }[] = []
  const add = (text: string, speaker: string | undefined): void => {
    const last = parts.at(-1)
    if (last && last.speaker === speaker) last.text += text
    else parts.push(speaker === undefined ? { text } : { text, speaker })
  }
  const walk = (node: VTTNode, speaker: string | undefined): void => {
    if (node.type === 'text') add(node.data, speaker)
    else {
      const within = node.type === 'v' && node.voice.trim() !== '' ? node.voice.trim() : speaker
      for (const child of node.children) walk(child, within)
    }
  }
  for (const node of tokenizeVTTCue(new VTTCue(0, 0, text))) walk(node, undefined)
  return parts
    .map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
}

function withoutTime(block: string): Piece[] {
  const words = block
    .split('\n')
    .filter((line, index) => !(index === 0 && NUMBER.test(line.trim())) && !isTime(line))
    .join('\n')
  return spokenParts(words)
}

/** Whether a line is meant as a time: an arrow between figures. */
function isTime(line: string): boolean {
  return /^\s*\d.*->|-->/.test(line)
}

function nameOf({ text, line }: Block): string {
  const [first = ''] = text.split('\n')
  return NUMBER.test(first.trim()) ? `${first.trim()} (line ${line})` : `the one on line ${line}`
}

function brokenTimes(names: readonly string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ')
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return names.length === 1
    ? `One subtitle has a time that cannot be read: ${named}. Its text is kept, without a time.`
    : `${names.length.toLocaleString('en')} subtitles have times that cannot be read: ${named}${more}. Their text is kept, without a time.`
}
