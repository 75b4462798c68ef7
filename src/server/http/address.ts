import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import type { Env } from './guards.ts'

/**
 * A request's origin: the socket's address, or what the one configured proxy says in the one configured header. Anything else a
 * client sends is ignored.
 */
export function addressOf(config: Pick<Config, 'trustedProxy'>, c: Context<Env>): string {
  const socket = plain(c.env.incoming.socket.remoteAddress ?? '')
  const proxy = config.trustedProxy
  if (!proxy || socket !== plain(proxy.address)) return socket
  // A proxy appends what it saw; only the last entry is its own.
  const seen = c.req.header(proxy.header)?.split(',').at(-1)?.trim() ?? ''
  return isIP(seen) ? plain(seen) : socket
}

const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** A network that requests are counted by, and how many times the limit of one address it may use. */
export interface Network {
  name: string
  times: number
}

/**
 * The networks an address is counted in, the smallest first. An IPv4 address counts by itself. One IPv6 customer has a whole /64,
 * and some have a /48 with 65,536 of those; a /48 may also be a mobile network's, so it gets a fair multiple.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const own = plain(address)
  if (!own.includes(':')) return [{ name: own, times: 1 }]
  const groups = leadingGroups(own)
  return [
    { name: groups.join(':'), times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 8 },
  ]
}

/** Who queues together: the widest network, so that a /48 is one customer however many addresses it has. */
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
