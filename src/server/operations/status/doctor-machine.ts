import { spawnSync } from 'node:child_process'
import { isIP } from 'node:net'
import { doctorText } from '#shared/operations/status/doctor-text.ts'
import { notReadyText } from '#shared/operations/status/status-text.ts'
import type { Config } from '#server/config.ts'
import type { Finding } from './finding.ts'

/** Whether something keeps the clock right, where the machine has a program that knows. */
export function lookAtClock(): Finding[] {
  const says = (program: string, ...args: string[]) => {
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: 3_000 })
    return status === 0 ? stdout.trim() : null
  }
  const systemd = says('timedatectl', 'show', '--property=NTPSynchronized', '--value')
  const chrony = systemd === 'yes' ? null : says('chronyc', '-n', 'tracking')
  if (systemd !== 'yes' && systemd !== 'no' && chrony === null) return []
  return systemd === 'yes' || /^Leap status\s*: Normal$/m.test(chrony ?? '')
    ? [{ about: 'Time', state: 'ok', sentence: doctorText.synchronised }]
    : [
        {
          about: 'Time',
          state: 'warning',
          sentence: doctorText.unsynchronised,
          next: doctorText.unsynchronisedNext,
        },
      ]
}

const reasons: ReadonlySet<string> = new Set(Object.values(notReadyText))

/** Whether the site replies on its port, and is ready. */
export async function lookAtPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const anywhere = host === '0.0.0.0' || host === '::'
  const name = anywhere ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host
  const reply = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
    .then(async (response) => ({ ok: response.ok, text: (await response.text()).trim() }))
    .catch(() => null)
  if (!reply)
    return { about: 'Port', state: 'warning', sentence: doctorText.notRunning, next: doctorText.notRunningNext }
  if (reply.ok && reply.text === 'ready') return { about: 'Port', state: 'ok', sentence: doctorText.running }
  const lines = reply.text.split('\n')
  if (lines.every((line) => reasons.has(line)))
    return { about: 'Port', state: 'wrong', sentence: doctorText.notReady(lines.join(', ')) }
  return { about: 'Port', state: 'wrong', sentence: doctorText.strangerOnPort(port), next: doctorText.strangerNext }
}
