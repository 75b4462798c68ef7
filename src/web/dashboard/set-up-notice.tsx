import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/client.ts'
import { setUpQuery } from '#web/api/set-up.ts'
import { Notice } from '#web/components/notice.tsx'

/** What only the person at the server can put right, told before emails and cards go out with it. */
export function SetUpNotice() {
  const { data } = useQuery(setUpQuery(useApi()))
  if (!data || data.missing.length === 0) return null
  return (
    <Notice tone="warning" title="Before the site goes live" className="mb-6">
      <ul className="grid gap-2">
        {data.missing.includes('public address') && (
          <li>
            The site does not know its own address. Links in emails and codes on printed cards would not work. Ask the
            person who runs the server to set <strong>PUBLIC_URL</strong>.
          </li>
        )}
        {data.missing.includes('mail') && (
          <li>
            Email is not set up: emails wait in a folder on the server and reach nobody. Ask the person who runs the
            server to set <strong>SMTP_URL</strong>.
          </li>
        )}
      </ul>
    </Notice>
  )
}
