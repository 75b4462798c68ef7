import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrivacyRequestForm } from '#shared/members/privacy/privacy.ts'
import { meQuery } from '#web/api/accounts.ts'
import { ApiError, useApi } from '#web/api/client.ts'
import { makeRequest, requestsChanged } from '#web/api/members/privacy.ts'
import { useSite } from '#web/api/site.ts'
import { showToast } from '#web/components/toast.tsx'

/** Sending a request; what was typed stays in the form until it has arrived. */
export function useRequest() {
  const api = useApi()
  const queries = useQueryClient()
  const { sendsEmail } = useSite()
  const byEmail = Boolean(useQuery(meQuery(api)).data?.email) && sendsEmail
  const request = useMutation({
    mutationFn: (form: PrivacyRequestForm) => makeRequest(api, form),
    onSuccess: async () => {
      showToast(`We have received your request.${byEmail ? ' We have emailed you about it.' : ''}`)
      await requestsChanged(queries)
    },
  })
  return { request, byEmail, fields: request.error instanceof ApiError ? request.error.fields : {} }
}
