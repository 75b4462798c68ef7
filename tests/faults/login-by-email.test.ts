import { afterAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { errorText } from '#shared/text.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite({ env: { TRUSTED_PROXY: 'x-forwarded-for@127.0.0.1' } })
afterAll(() => site.stop())
const from = (address: string) => site.visitor({ 'x-forwarded-for': address })

async function everyKindOfAddress(): Promise<Record<string, string>> {
  const [admin, gone, member] = [await site.anAdmin(), await site.anAdmin(), await site.aMember()]
  for (const person of [admin, gone, member]) await site.costlyPassword(person)
  await site.update(users, { id: gone.id }, { withdrawnAt: Date.now() })
  return {
    administrator: admin.email,
    'administrator who left': gone.email,
    member: member.email,
    nobody: 'nobody-at-all@example.org',
  }
}

const refusal = (code: 'wrong-email-credentials' | 'login-slow-down') => ({ code, message: errorText[code] })

test('whoever’s address it is, a wrong password gets the same answers, with the same limits', async () => {
  const answers: Record<string, unknown[]> = {}
  let network = 0
  for (const [whose, email] of Object.entries(await everyKindOfAddress())) {
    network++
    answers[whose] = []
    for (let n = 0; n < 12; n++) {
      const answer = await from(`10.1.${network}.1`).logIn(email, 'a guess')
      const { retryAfter, requestId: _id, status, headers, ...body } = answer
      answers[whose].push([status, body, retryAfter === undefined, headers.getSetCookie()])
    }
  }
  expect(answers['nobody']).toEqual([
    ...Array.from({ length: 10 }, () => [401, refusal('wrong-email-credentials'), true, []]),
    ...Array.from({ length: 2 }, () => [429, refusal('login-slow-down'), false, []]),
  ])
  for (const given of Object.values(answers)) expect(given).toEqual(answers['nobody'])
})

test('and takes as long', async () => {
  const addresses = await everyKindOfAddress()
  const least: Record<string, number> = {}
  const ratio = () => Math.max(...Object.values(least)) / Math.min(...Object.values(least))
  // In turns, so that a busy machine slows all of them down, and on until each has met a quiet moment: who is answered without
  // a check of the password is quicker however often it is tried.
  for (let n = 0; n < 20 || (n < 100 && ratio() >= 2.5); n++)
    for (const [whose, email] of Object.entries(addresses)) {
      const asked = performance.now()
      const { status } = await from(`10.2.${n}.1`).logIn(email, 'a guess')
      least[whose] = Math.min(least[whose] ?? Infinity, performance.now() - asked)
      expect(status).toBe(401)
    }
  expect(ratio(), JSON.stringify(least)).toBeLessThan(2.5)
})

test('the right password of an administrator who left is no way in', async () => {
  const gone = await site.anAdmin()
  await site.update(users, { id: gone.id }, { withdrawnAt: Date.now() })
  expect(await from('10.3.0.1').logIn(gone.email, gone.password)).toMatchObject({ code: 'wrong-email-credentials' })
})

test('an administrator still on the birthday is nobody by email, and has a birthday’s few guesses by serial number', async () => {
  const admin = await site.anAdmin({ militarySerial: 'O-STILL-1', birthday: '1964-10-05' })
  await site.update(users, { id: admin.id }, { ownPassword: false })
  expect(await from('10.5.0.1').logIn(admin.email, admin.password)).toMatchObject({ code: 'wrong-email-credentials' })
  expect((await from('10.5.0.1').logIn('O-STILL-1', admin.password)).status).toBe(200)
  for (let n = 0; n < 5; n++)
    expect((await from(`10.6.0.${n}`).logIn('O-STILL-1', '01Jan1901')).code).toBe('wrong-credentials')
  expect((await from('10.6.0.9').logIn('O-STILL-1', admin.password)).code).toBe('login-stopped')
})

test('one address has sixty failures by email in ten minutes, for whomever; others, and known devices, go on', async () => {
  const admin = await site.anAdmin()
  const laptop = from('10.4.0.1')
  expect((await laptop.logIn(admin.email, admin.password)).status).toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) => from('10.4.0.1').logIn(`made-up-${n}@example.org`, 'a guess')),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60)
  expect((await from('10.4.0.1').logIn(admin.email, admin.password)).status).toBe(429)
  expect((await laptop.logIn(admin.email, admin.password)).status).toBe(200)
  expect((await from('10.4.0.2').logIn(admin.email, admin.password)).status).toBe(200)
  // Members log in by serial number, which that does not touch.
  const member = await site.aMember()
  expect((await from('10.4.0.1').logIn(member.serial, member.password)).status).toBe(200)
})
