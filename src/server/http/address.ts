import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import type { Env } from './guards.ts'

/**
 * The address a request comes from: the socket's, or the one in the configured header if the configured proxy sent the
 * request. Any other header could be forged and is ignored.
 */
export function addressOf(config: Pick<Config, 'trustedProxy'>, c: Context<Env>): string {
  const socket = plainAddress(c.env.incoming.socket.remoteAddress ?? '')
  const proxy = config.trustedProxy
  if (!proxy || socket !== plainAddress(proxy.address)) return socket
  // A proxy appends the address it saw, so only the last entry is its own.
  const seen = c.req.header(proxy.header)?.split(',').at(-1)?.trim() ?? ''
  return isIP(seen) ? plainAddress(seen) : socket
}

/** An IPv4 address may arrive as an IPv6 one. */
export const plainAddress = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** A network whose requests are counted together, and how many times the limit of one address it may use. */
interface Network {
  name: string
  times: number
}

/**
 * The networks in which an address is counted, the smallest first; an IPv4 address counts alone. One IPv6 customer has
 * a /64, some have a /48 with 65,536 of those. A mobile network may have a /48 too, so it gets a multiple.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const own = plainAddress(address)
  if (!own.includes(':')) return [{ name: own, times: 1 }]
  const groups = leadingGroups(own)
  return [
    { name: groups.join(':'), times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 8 },
  ]
}

/** The queue lane of an address: its widest network, so a /48 is one customer however many addresses it has. */
export const laneOf = (address: string): string => networksOf(address).at(-1)?.name ?? ''

/** The first four groups of an IPv6 address, each in its shortest form. */
function leadingGroups(own: string): string[] {
  const [head = '', tail] = own.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  return groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
