/**
 * Videos that lie on YouTube or Facebook. An administrator types an address; what is kept is whose video it is and its number
 * there, and every address is made from these two anew.
 */
export const videoHosts = ['youtube', 'facebook'] as const
export type VideoHost = (typeof videoHosts)[number]

export interface LinkedVideo {
  host: VideoHost
  id: string
}

/** Also asked of the database. */
export const videoIds = { youtube: '^[A-Za-z0-9_-]{11}$', facebook: '^[0-9]{5,20}$' } as const

export const hostNames: Record<VideoHost, string> = { youtube: 'YouTube', facebook: 'Facebook' }

const youtubePath = /^\/(?:shorts|live|embed|v)\/([^/]+)\/?$/
const facebookPath = /^\/(?:reel|[^/]+\/videos(?:\/[^/]+)?)\/(\d+)\/?$/

/** Whose video an address leads to; null for any other address. */
export function readVideoLink(typed: string): LinkedVideo | null {
  const url = addressOf(typed)
  if (!url) return null
  const found = (host: VideoHost, id: string | null | undefined) =>
    id && new RegExp(videoIds[host]).test(id) ? { host, id } : null
  switch (hostOf(url)) {
    case 'youtu.be':
      return found('youtube', url.pathname.slice(1))
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return found(
        'youtube',
        url.pathname === '/watch' ? url.searchParams.get('v') : youtubePath.exec(url.pathname)?.[1],
      )
    case 'facebook.com':
      return found(
        'facebook',
        /^\/(?:watch|video\.php)\/?$/.test(url.pathname)
          ? url.searchParams.get('v')
          : facebookPath.exec(url.pathname)?.[1],
      )
    default:
      return null
  }
}

/** Why an address is not taken as a video's, if so: what Facebook hands out for sharing does not say which video it is. */
export function whyNotVideoLink(typed: string): 'video-link-short' | 'video-link-unknown' | null {
  if (readVideoLink(typed)) return null
  const url = addressOf(typed)
  const isShort =
    url && (hostOf(url) === 'fb.watch' || (hostOf(url) === 'facebook.com' && url.pathname.startsWith('/share')))
  return isShort ? 'video-link-short' : 'video-link-unknown'
}

function addressOf(typed: string): URL | null {
  const text = typed.trim()
  if (text.length > 2000 || /\s/.test(text)) return null
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`)
    return url.username === '' && url.port === '' ? url : null
  } catch {
    return null
  }
}

const hostOf = (url: URL) => url.hostname.replace(/^(?:www|m|web|music)\./, '')

/** Where it is watched on its own page. */
export const watchAddress = ({ host, id }: LinkedVideo) =>
  host === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://www.facebook.com/watch/?v=${id}`

const players = { youtube: 'https://www.youtube-nocookie.com', facebook: 'https://www.facebook.com' } as const

/** All that a page of this site may show a frame of. */
export const playerOrigins: readonly string[] = Object.values(players)

/** The player alone, which begins at once: it is asked for when somebody has pressed play. */
export const playerAddress = (video: LinkedVideo) =>
  video.host === 'youtube'
    ? `${players.youtube}/embed/${video.id}?autoplay=1&rel=0&playsinline=1`
    : `${players.facebook}/plugins/video.php?href=${encodeURIComponent(watchAddress(video))}&show_text=false&autoplay=true`
