/**
 * Loaded before a program (`--import`), kills it with -9 at one moment that KILL_AT names: `say <text>` once it says a sentence
 * with that text, `renamed <name>` right after a file got a name that begins so, `after <n>` as soon as it can be after n ms.
 */
import fs from 'node:fs'
import path from 'node:path'

const [, moment, what = ''] = /^(say|renamed|after) (.*)$/.exec(process.env['KILL_AT'] ?? '') ?? []
const die = () => process.kill(process.pid, 'SIGKILL')

if (moment === 'after') setTimeout(die, Number(what)).unref()

if (moment === 'say') {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (chunk: string | Uint8Array) => {
    const written = write(chunk)
    return String(chunk).includes(what) ? die() : written
  }
}

if (moment === 'renamed') {
  for (const step of ['renameSync', 'symlinkSync'] as const) {
    const act = fs[step].bind(fs)
    fs[step] = (from: fs.PathLike, to: fs.PathLike) => {
      act(from, to)
      if (path.basename(String(to)).startsWith(what)) die()
    }
  }
}
