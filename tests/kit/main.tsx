import './kit.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/api/query-client.ts'
import { Gallery } from './gallery.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={createQueryClient()}>
    <Gallery />
  </QueryClientProvider>,
)
