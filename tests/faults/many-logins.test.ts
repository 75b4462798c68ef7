import { afterAll, expect, test } from 'vitest'
import { errorText } from '#shared/text.ts'
import { testSite } from '#tests/support/site.ts'
import { inParallel, someAddress } from '#tests/support/voters.ts'

const from = (address: string) => site.visitor({ 'x-forwarded-for': address })

const site = await testSite({ env: { TRUSTED_PROXY: 'x-forwarded-for@127.0.0.1' } })
afterAll(() => site.stop())

// Shows login-41
test('an account has a daily limit of guesses, after which each address has three an hour, and the member is let in', async () => {
  const member = await site.aMember({}, 'my own password')
  const phone = from('10.225.0.1')
  await phone.logIn(member.serial, member.password)
  const first = await inParallel(1000, 32, (n) => from(someAddress(30_000 + n)).logIn(member.serial, 'wrong guess'))
  expect(first.filter(({ status }) => status === 401)).toHaveLength(1000)
  const again = await inParallel(100, 16, (n) =>
    from(someAddress(30_000 + (n % 20))).logIn(member.serial, 'wrong guess'),
  )
  // Those of the first hundred had a try before the pace was slow.
  expect(again.filter(({ status }) => status === 401)).toHaveLength(20 * 3)
  expect(again.find(({ status }) => status === 429)).toMatchObject({ message: errorText['login-slow-down'] })
  // A new device of the member, and the one they always use.
  expect(await from('10.226.0.1').logIn(member.serial, 'mistyped once')).toMatchObject({ status: 401 })
  expect(await from('10.226.0.1').logIn(member.serial, member.password)).toMatchObject({ status: 200 })
  expect(await phone.logIn(member.serial, member.password)).toMatchObject({ status: 200 })
})

// Shows login-22
test('an assembly hall: 200 members, every third of whom mistypes first, are all let in', async () => {
  const members = await Promise.all(Array.from({ length: 200 }, () => site.aMember()))
  const answers = await inParallel(200, 200, async (n) => {
    const member = members[n]!
    const phone = from('10.230.0.1')
    if (n % 3 === 0) await phone.logIn(member.serial, '05Oct1946')
    return phone.logIn(member.serial, member.password)
  })
  expect(answers.map((answer) => answer.status).filter((status) => status !== 200)).toEqual([])
})
