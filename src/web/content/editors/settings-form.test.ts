import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#shared/settings.ts'
import { fromForm, toForm } from './settings-form.ts'

describe('settings, as stored and as typed', () => {
  test('what is not touched comes back as it was', () =>
    expect(fromForm(toForm(defaultSettings))).toEqual(defaultSettings))

  // Shows content-32
  test('the closing time is a clock in Manila', () =>
    expect(toForm(defaultSettings).registrationCloses).toBe('2030-03-29T09:00'))

  test.each(['', '12x'])('a fee of %j is for the server to refuse', (registrationFee) =>
    expect(fromForm({ ...toForm(defaultSettings), registrationFee }).registrationFee).toBeNaN(),
  )
})
