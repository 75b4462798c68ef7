import { use, type ComponentType } from 'react'

export interface LazyScreen<Props = object> {
  Screen: ComponentType<Props>
  /** Fetches the screen's code ahead of showing it. */
  preload: () => Promise<unknown>
}

/** Like `React.lazy`, but a screen that is already loaded draws at once, so that hydration finds what the server drew. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  async function fetchScreen(): Promise<ComponentType<Props>> {
    try {
      loaded = await load()
      return loaded
    } catch (cause) {
      // A drop-out, or a site that was updated meanwhile: the next visit tries again. Not at once, for React asks until it is told.
      setTimeout(() => (loading = undefined), 1000)
      throw cause
    }
  }
  const preload = () => (loading ??= fetchScreen())

  function Screen(props: Props) {
    const Loaded = loaded ?? use(preload())
    return <Loaded {...props} />
  }
  return { Screen, preload }
}
