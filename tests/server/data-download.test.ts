import { rm, truncate } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  auditLog,
  ballots,
  candidateProfiles,
  elections,
  emails,
  nominees,
  roll,
  uploads,
  users,
} from '#server/db/schema.ts'
import { addToRoll } from '#server/elections/roll/freeze.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { downloadData, downloadLimits } from '#server/members/privacy/download-data.ts'
import { toHex } from '#shared/elections/board/bytes.ts'
import { aSnapshot } from '#tests/support/election.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite({ holds: ['send emails'] })
afterAll(() => site.stop())

async function unpacked({ bytes }: { bytes: Uint8Array }) {
  const files = unzipSync(bytes)
  return {
    names: Object.keys(files).toSorted(),
    files,
    data: JSON.parse(strFromU8(files['data.json']!)) as { profile: Record<string, unknown> },
    everything: Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n'),
    readme: strFromU8(files['README.txt']!),
  }
}

const entriesAbout = (subject: string) =>
  site.db.select({ entry: auditLog.entry }).from(auditLog).where(eq(auditLog.subject, subject))

describe('the download', () => {
  // Shows privacy-08, audit-11
  test('holds the record, the consent, the files and plain words, and is written down', async () => {
    const member = await site.aWholeMember()
    const visitor = await site.signedIn(member)
    const response = await visitor.get(`/api/members/${member.id}/data.zip`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ARRAPI-\d{3}-\d{3}-data\.zip"/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { names, files, data, everything, readme } = await unpacked(response)
    expect(names).toEqual([
      'README.txt',
      'data.json',
      'files/2x2-profile-picture.png',
      'files/commission-document.png',
      'files/photo.png',
      'files/proof-of-payment.png',
      'files/signature.png',
    ])
    expect(Buffer.from(files['files/signature.png']!).equals(member.files.signature.bytes)).toBe(true)
    for (const value of member.personal) expect(everything, value).toContain(value)
    expect(data).toMatchObject({
      consent: {
        privacyNotice: { version: '2026-11', acceptedAt: '2026-01-02T03:04:05.000Z' },
        bloodTypeOnCard: { allowedSince: '2026-01-03T03:04:05.000Z' },
      },
      account: { passwordOfYourOwn: false, twoStepLogin: false, sessions: [{ device: expect.any(String) }] },
    })
    expect(readme).not.toContain('Files with a problem')
    const [written] = await entriesAbout(member.id)
    expect(written?.entry).toContain('"action":"data downloaded"')
  })

  // Shows privacy-08
  test('has every column of the record, unless it is named here', async () => {
    const member = await site.aWholeMember()
    const { data } = await unpacked(await (await site.signedIn(member)).get(`/api/members/${member.id}/data.zip`))
    const { profile } = data
    const elsewhere = ['idNumber', 'approved', 'approvedAt', 'withdrawnAt', 'isAdmin', 'cardToken', 'createdAt']
    const asWell = ['updatedAt', 'privacyNoticeVersion', 'privacyNoticeAcceptedAt', 'healthConsentAt', 'ownPassword']
    const application = ['applicationReference', 'returnedAt', 'correctedAt', 'returnItems', 'returnMessage']
    const account = ['twoFactorEnabled', 'twoFactorName', 'emailVerified', 'emailRefusedAt', 'unsubscribedAt']
    const paths = ['photoUpload', 'profilePicture', 'commissionDocument', 'paymentProof', 'signature']
    const leftOut = [
      'fullName',
      'isObserver',
      'formerAdmin',
      'erasedAt',
      // The ledger has it.
      'duesPaidUntil',
      ...paths.map((kind) => `${kind}Path`),
    ]
    const { enableRLS: _, ...columns } = users
    expect(Object.keys(profile).concat(elsewhere, asWell, application, account, leftOut).toSorted()).toEqual(
      Object.keys(columns).toSorted(),
    )
  })

  test('says who opened what by role, that they voted but not for whom, and names nobody else', async () => {
    const { db, clock } = site
    const member = await site.aWholeMember()
    const adminVisits = await site.asAdmin({ firstName: 'ADMINISTRATRIX', lastName: 'NAMELESS' })
    expect((await adminVisits.get(`/api/files/${member.files.paymentProof.id}`)).status).toBe(200)
    const other = await site.aMember()
    const [election] = await db.select({ id: elections.id, title: elections.title }).from(elections)
    const electionId = election!.id
    await db.insert(nominees).values([
      { electionId, userId: member.id, nominatedBy: other.id, data: aSnapshot({ first_name: 'AS IT WAS THEN' }) },
      { electionId, userId: other.id, nominatedBy: member.id, data: aSnapshot({ first_name: 'SOMEBODY ELSE' }) },
    ])
    const [stands] = await db.select({ id: nominees.id }).from(nominees).where(eq(nominees.userId, member.id))
    await db
      .insert(candidateProfiles)
      .values({ nomineeId: stands!.id, statement: 'WHAT I TELL VOTERS', photo: 'photo upload', updatedAt: Date.now() })
    const sealed = Buffer.from('sealed choice')
    await db.insert(ballots).values({
      electionId,
      voterId: member.id,
      proxyBy: adminVisits.id,
      authority: 'A SIGNED FORM',
      voterRegion: 'NCR',
      sealed,
    })
    const [line] = await addToRoll(
      site.pool,
      await site.vault.keyOf(electionId, 'roll'),
      electionId,
      [{ id: member.id, serial: member.serial, region: 'NCR' }],
      null,
    )
    const later = clock.now() + 1e10
    await queueEmail(db, {
      to: member.email,
      kind: 'approval',
      subject: 'A letter',
      body: 'https://secret.example/link',
    })
    await queueEmail(db, {
      to: member.email,
      kind: 'approval',
      subject: 'A lost letter',
      body: 'https://secret.example',
    })
    await db.update(emails).set({ nextTryAt: later }).where(eq(emails.to, member.email))
    await db.update(emails).set({ failedAt: later, createdAt: 0 }).where(eq(emails.subject, 'A lost letter'))

    const { data, everything } = await unpacked(
      await (await site.signedIn(member)).get(`/api/members/${member.id}/data.zip`),
    )
    expect(data).toMatchObject({
      elections: {
        nominated: [
          {
            byYourself: false,
            status: 'approved',
            copyOfYourRecordThen: { first_name: 'AS IT WAS THEN' },
            yourAnswer: null,
            yourStatement: 'WHAT I TELL VOTERS',
            pictureVotersSee: 'photo upload',
          },
        ],
        nominationsMade: [{ election: election!.title, people: 1 }],
        yourLinesOnTheRoll: [
          {
            election: election!.title,
            line: toHex(line!.line),
            salt: toHex(line!.salt),
            serialNumberThen: member.serial,
            yourRegionThen: 'NCR',
            ballotCastInYourName: true,
            castForYouByAnAdministrator: true,
          },
        ],
        voted: [{ election: election!.title, castForYouByAnAdministrator: true, rehearsal: false }],
      },
      log: [
        { what: 'document opened', by: 'an administrator', file: 'files/proof-of-payment.png' },
        { what: 'data downloaded', by: 'yourself' },
      ],
      emailsWaiting: [
        { subject: 'A letter', givenUpAt: null },
        { subject: 'A lost letter', givenUpAt: new Date(later).toISOString() },
      ],
    })
    const secrets = [
      adminVisits.id,
      adminVisits.email,
      'ADMINISTRATRIX',
      other.id,
      other.serial,
      'SOMEBODY ELSE',
      'sealed choice',
    ]
    const alsoSecret = ['A SIGNED FORM', 'secret.example', '$argon2', sealed.toString('base64'), sealed.toString('hex')]
    for (const secret of [...secrets, ...alsoSecret]) expect(everything, secret).not.toContain(secret)
    // No instant is left in milliseconds.
    expect(JSON.stringify(data)).not.toMatch(/:\d{12,13}[,}]/)
    expect(everything).toContain('Your code on the roll of an election')
    await db.delete(ballots).where(eq(ballots.voterId, member.id))
    await db.delete(roll).where(eq(roll.voterId, member.id))
    await db.delete(nominees)
  })

  test('is for oneself and for administrators who handle a request, not for viewers or other members', async () => {
    const member = await site.aMember()
    const address = `/api/members/${member.id}/data.zip`
    expect((await site.visitor().get(address)).status).toBe(401)
    expect((await (await site.asMember()).get(address)).status).toBe(403)
    expect((await (await site.asViewer()).get(address)).status).toBe(403)
    expect(await entriesAbout(member.id)).toEqual([])
    const admin = await site.asAdmin()
    const { names } = await unpacked(await admin.get(address))
    expect(names).toEqual(['README.txt', 'data.json'])
    expect(await entriesAbout(member.id)).toHaveLength(1)
    expect((await admin.get('/api/members/00000000-0000-4000-8000-000000000000/data.zip')).status).toBe(404)
    expect((await admin.get('/api/members/..%2f/data.zip')).status).toBe(400)
  })

  test('a missing or damaged file is named in the README and spoils nothing', async () => {
    const member = await site.aWholeMember()
    const stored = (path: string) => join(site.dataDir, 'files', path)
    await rm(stored(member.files.signature.path))
    await truncate(stored(member.files.photoUpload.path), 100)
    await site.update(uploads, { id: member.files.paymentProof.id }, { sha256: 'other' })
    const { names, readme } = await unpacked(
      await (await site.signedIn(member)).get(`/api/members/${member.id}/data.zip`),
    )
    expect(names).not.toContain('files/signature.png')
    expect(names).toContain('files/commission-document.png')
    expect(readme).toContain('Signature (files/signature.png) is in our records, but the file itself cannot be found.')
    expect(readme).toContain('Second photo (files/photo.png) is not as it was when you sent it.')
    expect(readme).toContain('Proof of payment of the registration fee (files/proof-of-payment.png) is not as it was')
    expect(readme).not.toContain('(files/commission-document.png)')
  })

  test('a download that is cut closes what it opened, and HEAD opens nothing', async () => {
    const { storage } = site
    const member = await site.aWholeMember()
    const visitor = await site.signedIn(member)
    const opened: Readable[] = []
    const { open } = storage
    // Files that never end: only closing one ends the download.
    storage.open = async () => {
      const stream = Readable.from(zeros(), { objectMode: false })
      opened.push(stream)
      return { stream, size: 1 }
    }
    try {
      const path = `/api/members/${member.id}/data.zip`
      expect((await visitor.send('HEAD', path)).status).toBe(200)
      expect(opened).toEqual([])
      expect(await entriesAbout(member.id)).toEqual([])
      await new Promise<void>((resolve) => {
        get(`${site.url}${path}`, { headers: { cookie: visitor.cookie } }, (response) => {
          let received = 0
          response.on('data', (chunk: Buffer) => (received += chunk.length) > 1_000_000 && response.destroy())
          response.once('close', resolve)
        })
      })
      await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
    } finally {
      storage.open = open
    }
  })
})

function* zeros() {
  for (;;) yield Buffer.alloc(64 * 1024)
}

describe('how often', () => {
  const endless = () => {
    const { storage } = site
    const { open } = storage
    storage.open = async () => ({ stream: Readable.from(zeros(), { objectMode: false }), size: 1 })
    return () => void (storage.open = open)
  }
  const fetchOf = async (someone: Someone) => {
    const { cookie } = await site.signedIn(someone)
    return (method = 'GET', signal?: AbortSignal) =>
      fetch(`${site.url}/api/members/${someone.id}/data.zip`, {
        method,
        headers: { cookie },
        ...(signal && { signal }),
      })
  }
  const refusal = async (response: Response) => ({
    status: response.status,
    again: Number(response.headers.get('retry-after')),
    ...((await response.json()) as { code: string; message: string }),
  })

  test('a few an hour for a member, then a sentence; a question takes nothing and gets the same answer', async () => {
    const download = await fetchOf(await site.aMember())
    for (let n = 0; n < 20; n++) expect((await download('HEAD')).status).toBe(200)
    for (let n = 0; n < downloadLimits.ownPerHour; n++) await (await download()).bytes()
    expect(await refusal(await download())).toMatchObject({
      status: 429,
      code: 'too-many-downloads',
      again: 3600,
      message: 'This has been downloaded several times already. Please try again in an hour.',
    })
    const head = await download('HEAD')
    expect([head.status, head.headers.get('error-code')]).toEqual([429, 'too-many-downloads'])
    // Nobody else is held up by it.
    await (await (await fetchOf(await site.aMember()))()).bytes()
  })

  test('one at a time per person, and one that is cut makes way for the next', async () => {
    const stop = endless()
    try {
      const download = await fetchOf(await site.aWholeMember())
      for (let n = 0; n < 3; n++) {
        const hangUp = new AbortController()
        const first = await download('GET', hangUp.signal)
        expect(first.status).toBe(200)
        await first.body!.getReader().read()
        expect(await refusal(await download())).toMatchObject({ status: 429, code: 'download-running' })
        expect((await download('HEAD')).headers.get('error-code')).toBe('download-running')
        hangUp.abort()
        await expect.poll(async () => (await download('HEAD')).status).toBe(200)
      }
    } finally {
      stop()
    }
  })

  test('so many at once on a node, of requests that come together too, and all places are free again', async () => {
    const stop = endless()
    const hangUp = new AbortController()
    try {
      const people = await Promise.all(
        Array.from({ length: downloadLimits.atOnce + 3 }, async () => fetchOf(await site.aWholeMember())),
      )
      const replies = await Promise.all(people.map((download) => download('GET', hangUp.signal)))
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(downloadLimits.atOnce)
      expect(statuses.filter((status) => status === 503)).toHaveLength(3)
      const before = process.memoryUsage().rss
      // Read a little of each, then nothing: what nobody takes is not made.
      await Promise.all(replies.filter(({ ok }) => ok).map((reply) => reply.body!.getReader().read()))
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    } finally {
      hangUp.abort()
      stop()
    }
    const next = await fetchOf(await site.aMember())
    await expect.poll(async () => (await next('HEAD')).status).toBe(200)
  })

  test('a download that nobody takes is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const member = await site.aMember()
    const asker = { id: member.id, role: 'member' } as Person
    try {
      const { stream } = await downloadData(site, asker, member.id)
      const taking = await stream()
      const ended = new Promise((resolve) => taking.once('error', resolve))
      await expect(downloadData(site, asker, member.id).then((again) => again.stream())).rejects.toThrow(
        'download-running',
      )
      await vi.advanceTimersByTimeAsync(downloadLimits.stalledMs)
      await ended
    } finally {
      vi.useRealTimers()
    }
    const again = await (await downloadData(site, asker, member.id)).stream()
    again.destroy()
  })
})
