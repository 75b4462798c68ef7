import { randomBytes } from 'node:crypto'
import { cookiePrefix } from '#server/http/session.ts'
import { keyedHash, readSignedValue, signValue } from '#server/signed-values.ts'
import { daySeconds } from '#shared/time.ts'

/**
 * A signed cookie about who has logged in on a browser: a random device id and a hashed mark per account. Several members often
 * share a phone, so it keeps the last twenty.
 */
interface Device {
  id: string
  marks: readonly string[]
}

export const deviceCookieName = (secure: boolean) => `${cookiePrefix(secure)}.device`
export const deviceCookieLifeSeconds = 400 * daySeconds
const remembered = 20

export function readDevice(siteKey: string, cookie: string | undefined): Device | null {
  const [id, ...marks] = readSignedValue(siteKey, 'device', cookie)?.split(':') ?? []
  return id ? { id, marks } : null
}

/** A device knows an account with its present password only, so a password reset makes every device unknown. */
interface DeviceOwner {
  id: string
  passwordHash: string | null
}

export function isKnownDevice(siteKey: string, device: Device, owner: DeviceOwner): boolean {
  return device.marks.includes(mark(siteKey, device.id, owner))
}

/** The cookie after a successful login. */
export function deviceCookieFor(siteKey: string, device: Device | null, owner: DeviceOwner): string {
  const id = device?.id ?? randomBytes(12).toString('base64url')
  const own = mark(siteKey, id, owner)
  const others = (device?.marks ?? []).filter((other) => other !== own)
  return signValue(siteKey, 'device', [id, own, ...others.slice(0, remembered - 1)].join(':'))
}

const mark = (siteKey: string, deviceId: string, { id, passwordHash }: DeviceOwner) =>
  keyedHash(siteKey, 'device', `${deviceId}:${id}:${passwordHash ?? ''}`)

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/FBAN|FBAV/, 'Facebook'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const machines: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A browser's name as its owner would say it: `Chrome on Android`. Empty if unknown. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, 500) ?? ''
  const [browser, machine] = [browsers, machines].map((known) => known.find(([sign]) => sign.test(text))?.[1])
  return browser && machine ? `${browser} on ${machine}` : (browser ?? machine ?? '')
}
