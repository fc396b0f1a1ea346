export declare const browserAdvice: string

export declare function findBrowser(machine?: {
  environment?: Record<string, string | undefined>
  platform?: string
  home?: string
  exists?: (path: string) => boolean
}): string | null
