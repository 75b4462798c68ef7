import { afterAll, describe, expect, test } from 'vitest'
import { laneOf, networksOf } from '#server/http/address.ts'
import { triesLeftText } from '#shared/accounts/text.ts'
import { errorText } from '#shared/text.ts'
import { testSite } from '#tests/support/site.ts'
import { inParallel, someAddress } from '#tests/support/voters.ts'

const from = (address: string) => site.visitor({ 'x-forwarded-for': address })
const day = 24 * 60 * 60
/** A busy machine may take so long, in seconds, from the first try to the answer that is looked at. */
const late = 120

const site = await testSite({ env: { TRUSTED_PROXY: 'x-forwarded-for@127.0.0.1' } })
afterAll(() => site.stop())

describe('an account still on its birthdate', () => {
  // Shows login-18, login-26
  test('300 guesses from 300 addresses: five reach the password check, and the known device still logs in', async () => {
    const member = await site.aMember()
    const phone = from('10.200.0.1')
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 200 })
    await phone.post('/api/accounts/logout')

    const answers = await inParallel(300, 32, (n) => from(someAddress(n)).logIn(member.serial, '01Jan1901'))
    const checked = answers.filter((answer) => answer.status === 401)
    expect(checked).toHaveLength(5)
    const stopped = answers.filter((answer) => answer.status === 429)
    expect(stopped).toHaveLength(295)
    expect(stopped[0]).toMatchObject({ message: errorText['login-stopped'] })
    expect(stopped[0]?.retryAfter).toBeGreaterThan(day - late)
    expect(stopped[0]?.retryAfter).toBeLessThanOrEqual(day)

    // The right password from a new device is stopped too: the server never looked at it.
    expect(await from('10.201.0.1').logIn(member.serial, member.password)).toMatchObject({ status: 429 })
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 200 })

    // Whoever helps reads when that ends, until they have helped.
    const admin = await site.asAdmin()
    const standing = async () =>
      (await admin.get<{ standing: { stoppedUntil: number | null } }>(`/api/members/${member.id}`)).standing
    const { stoppedUntil, ...facts } = await standing()
    expect(facts).toMatchObject({ ownPassword: false, twoFactor: false })
    expect(Math.abs((stoppedUntil ?? 0) - Date.now() - day * 1000)).toBeLessThan(late * 1000)
    await admin.post(`/api/members/${member.id}/one-time-code`)
    expect((await standing()).stoppedUntil).toBeNull()
  }, 60_000)

  // Shows login-19
  test('fifteen failures a year, however the days are counted', async () => {
    const member = await site.aMember()
    const checked: number[] = []
    for (let today = 0; today < 5; today++) {
      const answers = await inParallel(10, 10, (n) => from(`10.9.${today}.${n}`).logIn(member.serial, '02Feb1902'))
      checked.push(answers.filter((answer) => answer.status === 401).length)
      await site.pool.query(`delete from throttles where key like 'day:%'`)
    }
    expect(checked).toEqual([5, 5, 5, 0, 0])
    const next = await from('10.9.9.9').logIn(member.serial, member.password)
    expect(next).toMatchObject({ status: 429, message: errorText['login-stopped'] })
    expect(next.retryAfter).toBeGreaterThan(365 * day - late)
    expect(next.retryAfter).toBeLessThanOrEqual(365 * day)
  })

  // Shows login-27
  test('a known device is slowed down after many failures, and let in again later', async () => {
    const member = await site.aMember()
    const phone = from('10.210.0.1')
    await phone.logIn(member.serial, member.password)
    const answers = await inParallel(12, 1, () => phone.logIn(member.serial, 'wrong'))
    expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(401), 429, 429])
    expect(answers.at(-1)).toMatchObject({ message: errorText['login-slow-down'] })
    const later = () => site.pool.query(`delete from throttles where key like 'known600:%' or key like 'known3600:%'`)
    await later()
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 200 })
    // After 40 failures in a day it has three tries an hour, and is not shut out even then.
    for (let n = 0; n < 3; n++) {
      await inParallel(10, 1, () => phone.logIn(member.serial, 'wrong'))
      await later()
    }
    const slower = await inParallel(4, 1, () => phone.logIn(member.serial, 'wrong'))
    expect(slower.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    expect(slower.at(-1)?.retryAfter).toBeGreaterThan(1800)
    await later()
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 200 })
  })

  // Shows login-28
  test("another member's device cookie, or a forged one, is a new device", async () => {
    const [member, other] = [await site.aMember(), await site.aMember()]
    const phone = from('10.211.0.1')
    await phone.logIn(other.serial, other.password)
    await inParallel(5, 5, (n) => from(someAddress(5000 + n)).logIn(member.serial, 'wrong'))
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 429 })
    phone.cookies.set('site.device', `${phone.cookies.get('site.device')?.slice(0, -6)}AAAAA=`)
    expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 429 })
  })

  test('from the third failure on it is told how many tries are left, in the same words for every serial number', async () => {
    const [onBirthday, onOwn] = [await site.aMember(), await site.aMember({}, 'my own password')]
    const told = async (serial: string, count: number, n: number) =>
      (await inParallel(count, 1, (at) => from(`10.240.${n}.${at}`).logIn(serial, 'wrong'))).map(
        ({ message }) => message,
      )
    const sentences = (refusal: string) => [
      refusal,
      refusal,
      ...([2, 1, 0] as const).map((left) => `${refusal}. ${triesLeftText(left)}`),
    ]
    expect(await told(onBirthday.serial, 6, 1)).toEqual([
      ...sentences(errorText['wrong-credentials']),
      errorText['login-stopped'],
    ])
    // Nothing tells that this one is not on its birthday, until a sixth try is checked.
    expect(await told(onOwn.serial, 6, 2)).toEqual([
      ...sentences(errorText['wrong-credentials']),
      errorText['wrong-credentials'],
    ])
    expect(await told('NOT-THERE-55', 5, 3)).toEqual(sentences('User not found'))
    // The year may end before the day.
    const late = await site.aMember()
    for (let today = 0; today < 2; today++) {
      await told(late.serial, 5, 4 + today)
      await site.pool.query(`delete from throttles where key like 'day:%'`)
    }
    await told(late.serial, 2, 6)
    await site.pool.query(`delete from throttles where key like 'day:%'`)
    expect(await told(late.serial, 1, 7)).toEqual([`${errorText['wrong-credentials']}. ${triesLeftText(2)}`])
  })

  test('that is not told where no limit shuts out: on a known device, by email, and of an applicant', async () => {
    const [member, applicant] = [await site.aMember(), await site.anApplicant()]
    const phone = from('10.241.0.1')
    await phone.logIn(member.serial, member.password)
    for (const [visitor, login, code] of [
      [phone, member.serial, 'wrong-credentials'],
      [from('10.241.0.2'), 'nobody@example.org', 'wrong-email-credentials'],
      [from('10.241.0.3'), applicant.serial, 'account-pending'],
    ] as const)
      for (let n = 0; n < 4; n++)
        expect(await visitor.logIn(login, 'wrong')).toMatchObject({ message: errorText[code] })
  })

  // Shows login-20
  test('unknown serials spend the same budgets', async () => {
    const answers = await inParallel(8, 1, (n) => from(someAddress(6000 + n)).logIn('NOT-THERE-7', 'x'))
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 429, 429, 429])
  })
})

describe('an account with a password of its own', () => {
  // Shows login-30
  test('is never shut out: guesses elsewhere do not stop the member on a new device', async () => {
    const member = await site.aMember({}, 'my own password')
    await inParallel(60, 16, (n) => from(someAddress(7000 + n)).logIn(member.serial, 'wrong guess'))
    expect(await from('10.220.0.1').logIn(member.serial, 'my own password')).toMatchObject({ status: 200 })
  })

  // Shows login-30
  test('is slowed down per address', async () => {
    const member = await site.aMember({}, 'my own password')
    const answers = await inParallel(11, 4, () => from('10.221.0.1').logIn(member.serial, 'wrong guess'))
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  })
})

describe('a one-time code', () => {
  const wrong = '0000 0000 0000'

  async function codeFor(member: { id: string }): Promise<string> {
    const admin = from('10.222.0.1')
    const { email, password } = await site.anAdmin()
    await admin.logIn(email, password)
    return (await admin.post(`/api/members/${member.id}/one-time-code`)).code
  }

  // Shows login-43
  test('is not used up by hundreds of guesses, nor by those from the member’s own address', async () => {
    const member = await site.aMember()
    const code = await codeFor(member)
    const guesses = await inParallel(300, 32, (n) => from(someAddress(20_000 + n)).logIn(member.serial, wrong))
    await inParallel(50, 8, () => from('10.223.0.1').logIn(member.serial, wrong))
    // To the site they are wrong passwords, with the limits of those.
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(295)
    expect(await from('10.223.0.1').logIn(member.serial, code)).toMatchObject({ status: 200 })
  }, 60_000)

  // Shows login-33, login-43
  test('logs in one of many who type it at once, among guesses', async () => {
    const member = await site.aMember({}, 'my own password')
    const code = await codeFor(member)
    const answers = await inParallel(60, 60, (n) =>
      from(someAddress(22_000 + n)).logIn(member.serial, n % 3 === 0 ? code : wrong),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('leaves a password of twelve digits a password', async () => {
    const member = await site.aMember({}, '731902845516')
    await codeFor(member)
    expect(await from('10.224.0.1').logIn(member.serial, '731902845516')).toMatchObject({ status: 200 })
  })
})

describe('one address', () => {
  // Shows login-21
  test('one guess each at many accounts is stopped after a few', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, () => site.aMember()))
    const answers = await inParallel(40, 40, (n) => from('10.231.0.1').logIn(members[n]!.serial, '03Mar1903'))
    const reached = answers.filter((answer) => answer.status === 401).length
    expect(reached).toBeGreaterThanOrEqual(20)
    expect(reached).toBeLessThanOrEqual(24)
    // A stopped address spends nobody's own budget.
    expect(await from('10.232.0.1').logIn(members[39]!.serial, members[39]!.password)).toMatchObject({ status: 200 })
  })

  // Shows login-31
  test('is the socket’s unless the named proxy says otherwise', async () => {
    const direct = await testSite()
    try {
      const member = await direct.aMember()
      const spoofing = (n: number) =>
        direct.visitor({
          'x-forwarded-for': someAddress(n),
          'x-real-ip': someAddress(n),
          forwarded: `for=${someAddress(n)}`,
        })
      const others = await Promise.all(Array.from({ length: 30 }, () => direct.aMember()))
      const answers = await inParallel(30, 8, (n) => spoofing(n).logIn(others[n]!.serial, 'wrong'))
      expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThan(4)
      expect(await spoofing(99).logIn(member.serial, member.password)).toMatchObject({ status: 429 })
    } finally {
      await direct.stop()
    }
  })

  // Shows login-32
  test.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1::/48']],
    ['2001:db8:1:2::9', ['2001:db8:1:2', '2001:db8:1::/48']],
    ['2001:DB8::1', ['2001:db8:0:0', '2001:db8:0::/48']],
    ['::1', ['0:0:0:0', '0:0:0::/48']],
  ])('%s counts in %j', (address, expected) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(expected)
    expect(networksOf(address).map(({ times }) => times)).toEqual([1, 8].slice(0, expected.length))
    expect(laneOf(address)).toBe(expected.at(-1))
  })

  // Shows login-32
  test('a /48 is stopped after eight times the accounts of one address, however many /64 it has', async () => {
    const members = await Promise.all(Array.from({ length: 200 }, () => site.aMember()))
    const subnet = (n: number) => `2001:db8:77:${n.toString(16)}::1`
    const answers = await inParallel(200, 32, (n) => from(subnet(n)).logIn(members[n]!.serial, '03Mar1903'))
    const reached = answers.filter((answer) => answer.status === 401).length
    expect(reached).toBeGreaterThanOrEqual(160)
    expect(reached).toBeLessThanOrEqual(164)
    // The next house is another customer.
    const next = await site.aMember()
    expect(await from('2001:db8:78::1').logIn(next.serial, next.password)).toMatchObject({ status: 200 })
  }, 60_000)

  // Shows login-32
  test('a /48 has eight times the tries of one address at a password of one’s own', async () => {
    const member = await site.aMember({}, 'my own password')
    const subnet = (n: number) => `2001:db8:79:${n.toString(16)}::1`
    const answers = await inParallel(95, 8, (n) => from(subnet(n)).logIn(member.serial, 'wrong guess'))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(80)
  }, 60_000)

  test('gets thirty reset links an hour, for whomever it asks', async () => {
    const members = await Promise.all(Array.from({ length: 32 }, () => site.aMember()))
    const ids = members.map(({ id }) => id)
    const asked = async () => {
      const { rows } = await site.pool.query<{ value: string }>(
        'select user_id as value from verifications where user_id = any($1)',
        [ids],
      )
      return rows.map(({ value }) => value).toSorted()
    }
    const ask = (n: number, address: string) =>
      from(address).post('/api/accounts/forgot', { login: members[n]!.serial })
    for (let n = 0; n < 30; n++) await ask(n, '10.240.0.1')
    await expect.poll(asked).toEqual(ids.slice(0, 30).toSorted())
    await ask(30, '10.240.0.1')
    // A link is made after the answer: the one asked for later has come, so the earlier one never will.
    await ask(31, '10.240.0.2')
    await expect.poll(asked).toEqual([...ids.slice(0, 30), ids[31]!].toSorted())
  })

  test('no address and no serial is stored in the clear', async () => {
    const member = await site.aMember()
    await inParallel(50, 8, (n) => from(someAddress(9000 + n)).logIn('NOT-THERE-8', 'x'))
    await inParallel(3, 1, (n) => from(someAddress(9100 + n)).logIn(member.serial, 'wrong'))
    const { rows } = await site.pool.query<{ key: string }>('select key from throttles')
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ key }) => /10\.\d+\.\d+|O-1\d{5}|NOT-THERE/.test(key))).toEqual([])
  })
})
