import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDisks, readSpace } from './health.ts'

test('the disk of the data folder is read, also before the folder is made, and once with the database on it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-space-'))
  try {
    const folders: string[] = []
    const read = async (of: string) => (folders.push(of), readSpace(of))
    const [disk] = await readDisks({ dataDir: join(folder, 'data/deep'), databaseUrl: undefined }, read)
    expect(disk?.place).toBe('data folder')
    expect(disk?.freeBytes).toBeGreaterThan(0)
    expect(disk?.totalBytes).toBeGreaterThanOrEqual(disk?.freeBytes ?? Infinity)
    await mkdir(join(folder, 'pg'))
    expect(await readDisks({ dataDir: folder, databaseUrl: undefined }, read)).toHaveLength(1)
    expect(folders).toEqual([folder, folder])
  } finally {
    await rm(folder, { recursive: true })
  }
})
