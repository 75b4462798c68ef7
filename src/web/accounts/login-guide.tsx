import { loginText } from '#shared/accounts/login-text.ts'
import { InfoIcon } from '#web/components/icons.tsx'
import { useSearch } from '#web/router/router.tsx'

/** The guide bubble above the login form. Whoever has just chosen a password finds what they log in with filled in, and may be no member. */
export function LoginGuide() {
  const { title, username, password, chosen } = loginText.guide
  const changed = useSearch().has('changed')
  return (
    <aside
      aria-label={title}
      className="relative mt-5 rounded-card bg-olive-soft px-5 py-4 text-olive after:absolute after:-bottom-2 after:left-8 after:size-4 after:rotate-45 after:bg-olive-soft"
    >
      <p className="flex items-center gap-2 font-semibold">
        <InfoIcon className="size-5" />
        {title}
      </p>
      {!changed && <p className="mt-1">{username}</p>}
      <p>{changed ? chosen : password}</p>
    </aside>
  )
}
