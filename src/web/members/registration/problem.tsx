import { AlertIcon } from '#web/components/icons.tsx'

/** What is wrong with a group of controls, as the kit's fields say it of one. */
export function Problem({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="flex gap-2 font-semibold text-red">
      <AlertIcon className="mt-0.5 size-5 flex-none" />
      {children}
    </p>
  )
}
