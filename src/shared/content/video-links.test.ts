import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { playerAddress, playerOrigins, readVideoLink, watchAddress, whyNotVideoLink } from './video-links.ts'

const youtube = { host: 'youtube', id: 'dQw4w9WgXcQ' }
const facebook = { host: 'facebook', id: '10153231379946729' }

describe('an address of a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s&list=PLx', youtube],
    ['http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', youtube],
    ['youtube.com/watch?v=dQw4w9WgXcQ', youtube],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
    [' https://www.youtube.com/shorts/dQw4w9WgXcQ ', youtube],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youtube],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube],
    ['https://www.facebook.com/watch/?v=10153231379946729', facebook],
    ['https://www.facebook.com/watch?v=10153231379946729&ref=sharing', facebook],
    ['https://m.facebook.com/arrapi/videos/10153231379946729/', facebook],
    ['https://web.facebook.com/arrapi/videos/relief-work/10153231379946729', facebook],
    ['https://www.facebook.com/reel/10153231379946729', facebook],
    ['https://www.facebook.com/video.php?v=10153231379946729', facebook],
  ])('%s', (typed, video) => {
    expect([readVideoLink(typed), whyNotVideoLink(typed)]).toEqual([video, null])
  })

  test.each([
    ['', 'video-link-unknown'],
    ['dQw4w9WgXcQ', 'video-link-unknown'],
    ['https://www.youtube.com/', 'video-link-unknown'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXc', 'video-link-unknown'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ"', 'video-link-unknown'],
    ['https://www.youtube.com/@arrapi', 'video-link-unknown'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ/../../redirect', 'video-link-unknown'],
    ['https://youtube.com.example.org/watch?v=dQw4w9WgXcQ', 'video-link-unknown'],
    ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', 'video-link-unknown'],
    ['https://www.youtube.com@example.org/watch?v=dQw4w9WgXcQ', 'video-link-unknown'],
    ['https://youtube.com:8443/watch?v=dQw4w9WgXcQ', 'video-link-unknown'],
    ['javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ', 'video-link-unknown'],
    ['<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', 'video-link-unknown'],
    ['https://vimeo.com/76979871', 'video-link-unknown'],
    ['https://www.facebook.com/arrapi', 'video-link-unknown'],
    ['https://www.facebook.com/watch/?v=me', 'video-link-unknown'],
    ['https://fb.watch/abCdEf123/', 'video-link-short'],
    ['https://www.facebook.com/share/v/abCdEf123/', 'video-link-short'],
  ])('not %s', (typed, why) => {
    expect([readVideoLink(typed), whyNotVideoLink(typed)]).toEqual([null, why])
  })
})

test('what is made of an address leads to the two hosts alone, and back to the same video', () => {
  const typed = fc.tuple(
    fc.constantFrom('https://youtu.be/', 'https://www.youtube.com/watch?v=', 'https://facebook.com/reel/', 'https://'),
    fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w-]{11}$/), fc.stringMatching(/^\d{5,20}$/)),
  )
  fc.assert(
    fc.property(typed, ([start, rest]) => {
      const video = readVideoLink(start + rest)
      if (!video) return
      expect(readVideoLink(watchAddress(video))).toEqual(video)
      expect(playerOrigins).toContain(new URL(playerAddress(video)).origin)
      expect(playerAddress(video)).toMatch(/^[\w:/.?=&%-]+$/)
    }),
  )
})
