import { spell } from './letters.ts'

/** "--force", "--save-dev", "--depth=1": a word that tells a command what to do. */
const LONG_FLAG = /(?<![^\s("'`[])--([a-z][a-z\d]{1,30}(?:-[a-z\d]{1,30}){0,6})(=)?(?![\p{L}\d-])/gu
/** Words that go on a sentence behind a dash of two hyphens: "he came --and left". */
const GOES_ON =
  /^(?:and|but|or|so|for|yet|the|an|this|that|these|those|he|she|it|we|they|you|his|her|its|our|their|my|your|who|which|what|where|when|while|if|as|in|on|at|to|of|by|from|with|is|are|was|were|not|even|only|just|then|there|here|yes|no|all|some|now|please|how|why|because|after|before|since|until|also|still|never|perhaps|maybe)$/
/** A dash that is closed: "the man --an old friend-- came". */
const CLOSED_DASH = /^[^\n]{0,80}[\p{L}\d,]--/u
/** "-f", "-la" */
const SHORT_FLAG = /(?<=[\p{L}\d.)"'`] )-([a-zA-Z]{1,4})(?=[\s`"',;)]|$|\.(?:\s|$))/gmu
/** What stands before the flags of a command, and not before a dash. */
const COMMAND =
  /(?:^|[^\p{L}])(?:dash dash|git|npm|npx|yarn|pip|python3?|node|ls|rm|cp|mv|cat|grep|find|chmod|chown|mkdir|tar|curl|wget|ssh|scp|docker|kubectl|sudo|apt|gcc|make|bash|sh|sed|awk|sort|head|tail|du|df|ps|kill|ping|zip|unzip|ffmpeg|flags?|switch(?:es)?|parameters?|arguments?|options?)(?!\p{L})[^\n]{0,60}$/u
const NAMED_FLAG =
  /(?:^|[^\p{L}])(?:flags?|switch(?:es)?|parameters?|arguments?|options?|or|and) $/u
/** "cat log | grep error": what one program says, another reads. */
const PIPE =
  /(?<=[\p{L}\d_.)"'*] )\|(?= (?:grep|less|more|head|tail|sort|wc|awk|sed|xargs|tee|jq|cut|uniq|tr|bash|sh|sudo|python3?|node|column)(?!\p{L}))/gu

/** Keys that are pressed together, and those that are named by a short form. */
const KEYS: Readonly<Record<string, string>> = {
  ...{ Ctrl: 'Control', CTRL: 'Control', ctrl: 'control', Cmd: 'Command', cmd: 'command' },
  ...{ Opt: 'Option', Win: 'Windows', Alt: 'Alt', ALT: 'Alt', Shift: 'Shift', SHIFT: 'Shift' },
  ...{ Control: 'Control', Command: 'Command', Option: 'Option', Del: 'Delete', DEL: 'Delete' },
  ...{ Esc: 'Escape', ESC: 'Escape', Ins: 'Insert', PgUp: 'Page Up', PgDn: 'Page Down' },
  ...{ PrtSc: 'Print Screen', AltGr: 'Alt Graph', Fn: 'Function' },
}
const HELD =
  'Ctrl|CTRL|ctrl|Control|Alt|ALT|AltGr|Shift|SHIFT|Cmd|cmd|Command|Opt|Option|Win(?=[+-][A-Z](?![A-Za-z\\d]))|Fn'
const KEY = `(?:${HELD}|Del|DEL|Delete|Esc|ESC|Escape|Ins|Insert|Tab|Enter|Return|Space|Backspace|Home|End|PgUp|PgDn|PrtSc|Up|Down|Left|Right|F\\d{1,2}|[A-Za-z\\d])`
const TOGETHER = new RegExp(
  `(?<![\\p{L}\\d-])(?:${HELD})(?: ?\\+ ?${KEY}(?![\\p{L}\\d])|-${KEY}(?![\\p{L}\\d])){1,4}`,
  'gu',
)
const LONE_KEY =
  /(?<=(?<!\p{L})(?:[Pp]ress(?:ing)?|[Hh]it|[Hh]old(?:ing)?(?: down)?|[Tt]he|[Tt]ap) )(Ctrl|CTRL|Cmd|Esc|ESC|Del|PgUp|PgDn|PrtSc|Ins)(?![\p{L}\d])|(?<![\p{L}\d])(Ctrl|Esc|PgUp|PgDn|PrtSc)(?= key(?!\p{L}))/gu

/** Commands and keys as people tell them to each other: "--force" → dash dash force, "ls -la" → dash L A, "Ctrl+C" → Control plus C. */
export function readCommands(text: string): string {
  return text
    .replace(LONG_FLAG, (match: string, ...parts: (string | number | undefined)[]) => {
      const [name, equals, offset, whole] = parts
      const end = Number(offset) + match.length
      const isDash =
        GOES_ON.test(String(name)) || CLOSED_DASH.test(String(whole).slice(end, end + 100))
      return isDash
        ? match
        : `dash dash ${String(name).replaceAll('-', ' ')}${equals ? ' equals ' : ''}`
    })
    .replace(SHORT_FLAG, (match: string, letters: string, offset: number, whole: string) => {
      const before = whole.slice(Math.max(0, offset - 80), offset)
      const isFlag = letters.length === 1 ? COMMAND.test(before) : isProgram(before)
      return isFlag ? `dash ${spell(letters)}` : match
    })
    .replace(PIPE, 'pipe')
    .replace(TOGETHER, (keys) =>
      keys
        .split(/ ?(\+) ?|-/)
        .map((key) => (key === '+' ? 'plus' : keyName(key)))
        .join(' '),
    )
    .replace(LONE_KEY, (key) => KEYS[key] ?? key)
}

/** Several letters are flags only behind the name of a program. */
function isProgram(before: string): boolean {
  return COMMAND.test(before) && !NAMED_FLAG.test(before)
}

function keyName(key: string | undefined): string {
  if (key === undefined) return ''
  return /^[A-Za-z]$/.test(key) ? spell(key) : (KEYS[key] ?? key)
}
