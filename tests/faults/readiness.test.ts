import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVault } from '#server/elections/voting/vault.ts'
import { fakeS3 } from '#server/storage/testing/fake-s3.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

async function asked(site: TestSite, path = '/readyz') {
  const began = performance.now()
  const reply = await site.visitor().get(path)
  return { status: reply.status, text: reply.text, ms: performance.now() - began }
}

/** A site of its own, for a fault that is there before anybody asks. */
async function withSite(given: Parameters<typeof testSite>[0], act: (site: TestSite) => Promise<void>) {
  const site = await testSite(given)
  try {
    await act(site)
  } finally {
    await site.stop()
  }
}

const s3Env = (endpoint: string) => ({
  S3_BUCKET: 'site',
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
})

describe('a node that is well', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await testSite()
  })
  afterAll(() => site.stop())

  test('is ready to read and to write, and has really written', async () => {
    expect(await asked(site)).toMatchObject({ status: 200, text: 'ready' })
    expect(await asked(site, '/readyz/read')).toMatchObject({ status: 200, text: 'ready' })
    const { rowCount } = await site.pool.query(`select from installation where key = 'last write tried'`)
    expect(rowCount).toBe(1)
  })

  test('on a database that became read-only shows pages, and is not ready to write', async () => {
    const { pool } = site
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    const reconnect = () =>
      pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    const set = (on: 'on' | 'off') =>
      pool.query(`begin read write; alter database ${rows[0]?.name} set default_transaction_read_only = ${on}; commit`)
    await set('on')
    await reconnect()
    await expect.poll(() => asked(site)).toMatchObject({ status: 503, text: 'the database is read-only' })
    expect(await asked(site, '/readyz/read')).toMatchObject({ status: 200 })
    await set('off')
    await reconnect()
    await expect.poll(() => asked(site)).toMatchObject({ status: 200 })
  })
})

test('a node whose disk is nearly full is not ready, and says so without a path', async () => {
  const readSpace = async () => ({ freeBytes: 100e6, totalBytes: 40e9 })
  await withSite({ readSpace }, async (site) => {
    expect(await asked(site)).toMatchObject({ status: 503, text: 'the disk is nearly full' })
    expect(await asked(site, '/readyz/read')).toMatchObject({ status: 200 })
  })
})

describe('the storage', () => {
  test('that cannot be reached makes the node not ready', async () => {
    const s3 = await fakeS3('site')
    await s3.close()
    await withSite({ env: s3Env(s3.endpoint) }, async (site) => {
      const { status, text } = await asked(site)
      expect([status, text]).toEqual([503, 'files cannot be stored'])
      expect(await asked(site, '/readyz/read')).toMatchObject({ status: 200 })
    })
  })

  test('that can be read but not written makes the node not ready', async () => {
    const s3 = await fakeS3('site')
    s3.failOn.add('PUT')
    await withSite({ env: s3Env(s3.endpoint) }, async (site) => {
      expect(await asked(site)).toMatchObject({ status: 503, text: 'files cannot be stored' })
    })
    await s3.close()
  })

  test('that takes the connection and never replies gives an answer within three seconds', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await withSite({ env: s3Env(endpoint) }, async (site) => {
      const { status, text, ms } = await asked(site)
      expect([status, text]).toEqual([503, 'files cannot be stored'])
      expect(ms).toBeLessThan(3500)
    })
    silent.close()
  })

  test('on a disk that takes no file makes the node not ready', async () => {
    const before = await testSite()
    try {
      // Where the folder should be there is a file: also root cannot write into that.
      await writeFile(`${before.dataDir}/files`, '')
      expect(await asked(before)).toMatchObject({ status: 503, text: 'files cannot be stored' })
    } finally {
      await before.stop()
    }
  })
})

test('a node with another ballot key than the one that sealed is not ready', async () => {
  const one = await testSite({ env: { VAULT_KEY: 'a'.repeat(64) } })
  const two = await testSite({ besides: one, env: { VAULT_KEY: 'a'.repeat(64) } })
  try {
    const { pool, changes } = one
    const { rows } = await pool.query<{ id: string }>('select id from elections limit 1')
    const id = rows[0]?.id ?? ''
    await one.vault.keyOf(id)
    expect(await asked(two)).toMatchObject({ status: 200 })
    // As if another key had sealed the ballots, before these nodes were started.
    const askedBesideAnother = async () => {
      const sealer = createVault({ dataDir: one.dataDir, vaultKey: 'b'.repeat(64) }, pool, changes)
      await pool.query(`delete from installation where key = $1`, [`vault ${id}`])
      // One of the nodes may note its own key first.
      await sealer.keyOf(id).catch(() => null)
      return asked(two)
    }
    await expect.poll(askedBesideAnother).toMatchObject({ status: 503, text: 'a ballot key does not fit' })
    expect(await asked(two, '/readyz/read')).toMatchObject({ status: 200 })
    // Where no ballot was sealed yet, any key will do.
    await pool.query(`delete from installation where key = $1`, [`vault ${id}`])
    await expect.poll(() => asked(two)).toMatchObject({ status: 200 })
  } finally {
    await two.stop()
    await one.stop()
  }
})

describe('a database that replies', () => {
  test('and refuses every write makes the node not ready', async () => {
    await withSite({}, async (site) => {
      await site.pool.query(`
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$;
        create trigger refuse before insert or update on installation execute function refuse()`)
      expect(await asked(site)).toMatchObject({ status: 503, text: 'the database refuses to save' })
      expect(await asked(site, '/readyz/read')).toMatchObject({ status: 200 })
      await site.pool.query('drop trigger refuse on installation')
      await expect.poll(() => asked(site)).toMatchObject({ status: 200 })
    })
  })

  test('and then waits for a lock gives an answer within three seconds', async () => {
    await withSite({}, async (site) => {
      const client = await site.pool.connect()
      await client.query('begin; lock table installation in access exclusive mode')
      const { status, text, ms } = await asked(site)
      expect([status, text]).toEqual([503, 'the database refuses to save\nthe ballot keys could not be checked'])
      expect(ms).toBeLessThan(3500)
      await client.query('rollback')
      client.release()
      await expect.poll(() => asked(site)).toMatchObject({ status: 200 })
    })
  })
})
