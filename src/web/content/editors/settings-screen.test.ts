import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#shared/settings.ts'
import { fromTyped, toTyped } from './settings-screen.tsx'

describe('settings, as stored and as typed', () => {
  test('what is not touched comes back as it was', () =>
    expect(fromTyped(toTyped(defaultSettings))).toEqual(defaultSettings))

  // Shows content-32
  test('the closing time is a clock in Manila', () =>
    expect(toTyped(defaultSettings).registrationCloses).toBe('2030-03-29T09:00'))

  test.each(['250', ' ₱250.00 ', 'P250', 'PHP 250', 'Php250.00', '250 pesos'])(
    '%j is a fee of 250 pesos',
    (registrationFee) => expect(fromTyped({ ...toTyped(defaultSettings), registrationFee }).registrationFee).toBe(250),
  )

  test.each(['', '12x', '₱'])('a fee of %j is for the server to refuse', (registrationFee) =>
    expect(fromTyped({ ...toTyped(defaultSettings), registrationFee }).registrationFee).toBeNaN(),
  )
})
