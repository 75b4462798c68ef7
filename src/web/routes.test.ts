import { expect, test } from 'vitest'
import { pages } from '#shared/pages.ts'

const sources = import.meta.glob<string>('./**/*-screen.tsx', { query: '?raw', import: 'default', eager: true })

test.each(Object.entries(pages))('the page %s names a file with one screen', (_name, { screen }) => {
  const source = sources[`./${screen}-screen.tsx`] ?? ''
  expect(source.match(/^export (?:function|const) \w+Screen\b/gm)).toHaveLength(1)
})
