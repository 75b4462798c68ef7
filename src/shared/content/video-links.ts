/**
 * Videos on YouTube or Facebook. An administrator types an address; only the host and the video's id are stored, and every
 * address is built from these two.
 */
export const videoHosts = ['youtube', 'facebook'] as const
type VideoHost = (typeof videoHosts)[number]

export interface LinkedVideo {
  host: VideoHost
  id: string
}

/** Also used in a database constraint. */
export const videoIds = { youtube: '^[A-Za-z0-9_-]{11}$', facebook: '^[0-9]{5,20}$' } as const

export const hostNames: Record<VideoHost, string> = { youtube: 'YouTube', facebook: 'Facebook' }

const youtubePath = /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/
const facebookPath = /^\/(?:reel|[^/]+\/videos(?:\/[^/]+)?)\/(\d+)\/?$/

/** The video an address leads to; null for any other address. */
export function readVideoLink(typed: string): LinkedVideo | null {
  const address = addressOf(typed)
  if (!address) return null
  const { path, query } = address
  const found = (host: VideoHost, id: string | undefined) =>
    id && new RegExp(videoIds[host]).test(id) ? { host, id } : null
  const videoId = /(?:^|&)v=([^&]*)/.exec(query)?.[1]
  switch (address.host) {
    case 'youtu.be':
      return found('youtube', path.slice(1))
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return found('youtube', path === '/watch' ? videoId : youtubePath.exec(path)?.[1])
    case 'facebook.com':
      return found('facebook', /^\/(?:watch|video\.php)\/?$/.test(path) ? videoId : facebookPath.exec(path)?.[1])
    default:
      return null
  }
}

/** Why an address is not accepted as a video's, or null: Facebook's sharing links do not say which video it is. */
export function whyNotVideoLink(typed: string): 'video-link-short' | 'video-link-unknown' | null {
  if (readVideoLink(typed)) return null
  const { host, path } = addressOf(typed) ?? { host: '', path: '' }
  const isShort = host === 'fb.watch' || (host === 'facebook.com' && path.startsWith('/share'))
  return isShort ? 'video-link-short' : 'video-link-unknown'
}

const addressParts =
  /^(?:https?:\/\/)?(?:(?:www|m|web|music)\.)?(?<host>[a-z0-9.-]+)(?<path>\/[^?#\s]*)?(?:\?(?<query>[^#\s]*))?(?:#\S*)?$/i

/** Without a user name or port, which no such address has. */
function addressOf(typed: string): { host: string; path: string; query: string } | null {
  const { host, path, query } = addressParts.exec(typed.trim().slice(0, 2000))?.groups ?? {}
  return host ? { host: host.toLowerCase(), path: path ?? '/', query: query ?? '' } : null
}

/** The video's own page. */
export const watchAddress = ({ host, id }: LinkedVideo) =>
  host === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://www.facebook.com/watch/?v=${id}`

const players = { youtube: 'https://www.youtube-nocookie.com', facebook: 'https://www.facebook.com' } as const

/** Everything a page of this site may embed. */
export const playerOrigins: readonly string[] = Object.values(players)

/** The player alone, which starts at once: loaded when somebody has pressed play. */
export const playerAddress = (video: LinkedVideo) =>
  video.host === 'youtube'
    ? `${players.youtube}/embed/${video.id}?autoplay=1&rel=0&playsinline=1`
    : `${players.facebook}/plugins/video.php?href=${encodeURIComponent(watchAddress(video))}&show_text=false&autoplay=true`
