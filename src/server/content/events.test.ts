import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { calendarFile, type CalendarEvent } from './events.ts'

const event: CalendarEvent = {
  uid: '5b1f@example.org',
  revision: 2,
  title: 'General assembly',
  startsAt: manila('2025-03-29', '08:00'),
  endsAt: manila('2025-03-29', '17:00'),
  place: 'Camp Aguinaldo',
  url: 'https://example.org/',
}
const how = { product: 'ARRAPI', now: manila('2025-03-01', '12:00') }
const fileOf = (values: Partial<CalendarEvent> = {}) => calendarFile({ ...event, ...values }, how)
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('an event for a calendar', () => {
  test('is a whole file with CRLF after every line', () => {
    expect(fileOf()).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//ARRAPI//Events//EN',
        'BEGIN:VEVENT',
        'UID:5b1f@example.org',
        'DTSTAMP:20250301T040000Z',
        'SEQUENCE:2',
        'DTSTART:20250329T000000Z',
        'DTEND:20250329T090000Z',
        'SUMMARY:General assembly',
        'LOCATION:Camp Aguinaldo',
        'URL:https://example.org/',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  test('without an end or a place does not name them', () => {
    expect(fileOf({ endsAt: null, place: '' })).not.toMatch(/DTEND|LOCATION/)
  })

  test.each([
    ['a, b; c \\ d', 'SUMMARY:a\\, b\\; c \\\\ d'],
    ['two\nlines', 'SUMMARY:two\\nlines'],
    ['x\r\nEND:VEVENT\r\nBEGIN:VALARM', 'SUMMARY:x\\nEND:VEVENT\\nBEGIN:VALARM'],
    ['x\rATTACH:http://evil', 'SUMMARY:x\\nATTACH:http://evil'],
    ['x\u2028y\u0085z\u0000', 'SUMMARY:x\\ny\\nz'],
    ['Muñoz “Day” 🇵🇭', 'SUMMARY:Muñoz “Day” 🇵🇭'],
    ['BEGIN:VCALENDAR', 'SUMMARY:BEGIN:VCALENDAR'],
  ])('%j stays one property', (title, line) => {
    const lines = unfolded(fileOf({ title }))
    expect(lines).toHaveLength(15)
    expect(lines[9]).toBe(line)
  })

  test.each(['ñ'.repeat(300), '🎖'.repeat(80), 'a'.repeat(200), `a${'é'.repeat(100)}`, '\\'.repeat(120)])(
    'a long title is folded at 75 octets and reads the same again: %s',
    (title) => {
      const file = fileOf({ title })
      for (const line of file.split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\uD800-\uDBFF]$/)
      }
      expect(unfolded(file)[9]).toBe(`SUMMARY:${title.replaceAll('\\', '\\\\')}`)
    },
  )

  test('its address and the name of the association break out of nothing', () => {
    const file = calendarFile({ ...event, url: 'https://example.org/\r\nX:1' }, { ...how, product: 'A//B\r\nX:1' })
    expect(unfolded(file)).toHaveLength(15)
  })
})
