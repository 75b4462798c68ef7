import { use, type ComponentType } from 'react'

export interface LazyScreen {
  Screen: ComponentType
  /** Fetches the screen's code ahead of showing it. */
  preload: () => Promise<unknown>
}

/** Like `React.lazy`, but a screen that is already loaded draws at once, so that hydration finds what the server drew. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined

  async function fetchScreen(): Promise<ComponentType> {
    try {
      loaded = await load()
      return loaded
    } catch (cause) {
      loading = undefined // a drop-out: the next visit tries again
      throw cause
    }
  }
  const preload = () => (loading ??= fetchScreen())

  function Screen() {
    const Loaded = loaded ?? use(preload())
    return <Loaded />
  }
  return { Screen, preload }
}
