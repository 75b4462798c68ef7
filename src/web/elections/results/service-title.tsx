import type { Service } from '#shared/members/enums.ts'
import { fullServiceNames } from '#shared/members/service-names.ts'
import { ServicePill } from '#web/components/pill.tsx'

/** A service by its letters and its full name. */
export const ServiceTitle = ({ ms }: { ms: Service }) => (
  <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
    <ServicePill service={ms} />
    {fullServiceNames[ms]}
  </span>
)
