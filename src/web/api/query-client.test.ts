import { expect, test } from 'vitest'
import { aboutPageQuery, homePageQuery, linksQuery } from '#web/content/api.ts'
import { createQueryClient } from './query-client.ts'
import { siteQuery } from './site.ts'

const fiveMinutesMs = 5 * 60 * 1000

// Shows content-41
test('page content is kept for five minutes in the browser', () => {
  for (const query of [homePageQuery, aboutPageQuery, linksQuery('Events'), siteQuery])
    expect(query.staleTime).toBe(fiveMinutesMs)
})

// Shows navigation-34
test('data is fetched anew on reconnect, but not on focus', () => {
  const { queries } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({ refetchOnWindowFocus: false, refetchOnReconnect: true })
})
