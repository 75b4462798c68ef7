import { expect, test } from 'vitest'
import { completeColumns, exportColumns, exportDefaults, exportLabel, withoutDues } from './columns.ts'

test('an export has at first what a secretary needs, in the order of the file', () => {
  expect(withoutDues(exportDefaults).map(exportLabel)).toEqual([
    'ID number',
    'First name',
    'Middle name',
    'Last name',
    'Suffix',
    'Email',
    'Military serial number',
    'Unit assignment',
    'Region',
    'Rank',
    'Military service',
    'Cellphone number',
  ])
  expect(withoutDues(exportDefaults, true).at(-1)).toBe('dues_paid_until')
  expect(exportColumns.filter((name) => exportDefaults.includes(name))).toEqual(exportDefaults)
})

test('nothing is ticked at first that lets somebody in, or concerns health, home or family', () => {
  expect(exportDefaults.join()).not.toMatch(/birthday|blood|height|weight|philhealth|address|contact|password/)
  expect(exportColumns).toEqual(expect.arrayContaining([...completeColumns]))
})
