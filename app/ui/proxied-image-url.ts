/** Of an own path as it is; of other images through the proxy, at `width` pixels at most. */
export function proxiedImageUrl(address: string, width: number): string {
  return address.startsWith("/")
    ? address
    : `/api/proxy?${new URLSearchParams({ url: address, w: String(width), q: "75" }).toString()}`;
}
