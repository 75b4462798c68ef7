import { useState, type ComponentType, type ReactNode } from 'react'
import type { MemberFilter } from '#shared/members/listing/member-filter.ts'
import { noConnectionText } from '#web/api/client.ts'
import { showToast } from '#web/components/toast.tsx'

/** The members whose cards are printed, and their number. */
export interface PrintedCards {
  filter: MemberFilter
  count: number
}

type PrintCardsDialog = ComponentType<{ onClose: () => void; cards?: PrintedCards }>

/** Loads the dialog on first use. If the connection fails, the list stays as it is. */
export function usePrintCards(): { print: (cards?: PrintedCards) => void; printing: ReactNode } {
  const [Dialog, setDialog] = useState<PrintCardsDialog | null>(null)
  const [wanted, setWanted] = useState<{ cards?: PrintedCards } | null>(null)

  async function open(cards?: PrintedCards) {
    try {
      const { PrintCardsDialog } = await import('#web/members/card/print-cards-dialog.tsx')
      setDialog(() => PrintCardsDialog)
      setWanted(cards ? { cards } : {})
    } catch {
      showToast(noConnectionText, 'error')
    }
  }

  return {
    print: (cards) => void open(cards),
    printing: Dialog && wanted && <Dialog {...wanted} onClose={() => setWanted(null)} />,
  }
}
