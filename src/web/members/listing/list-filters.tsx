import { regions, services } from '#shared/members/enums.ts'
import { fullServiceNames } from '#shared/members/service-names.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { changePlace, useListPlace } from '#web/members/list-address.ts'

/** Which service and region; with a search, both must fit. They stand in the address, as the search does. */
export function ListFilters() {
  const { service = '', region = '' } = useListPlace()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <SelectField
        label="Service"
        prompt="All services"
        choices={services.map((value) => ({ value, label: fullServiceNames[value] }))}
        value={service}
        onChange={({ target }) => changePlace({ service: target.value, page: null })}
      />
      <SelectField
        label="Region"
        prompt="All regions"
        choices={regions}
        value={region}
        onChange={({ target }) => changePlace({ region: target.value, page: null })}
      />
    </div>
  )
}
