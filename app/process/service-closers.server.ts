import type { AppServices } from "./app-services";

/** How each service that holds something open is closed, by a name for the log. */
export function serviceClosers({
  accounts,
  watchList,
  media,
  notifications,
  shared,
  limitStore,
}: AppServices) {
  return {
    "password hasher": () => accounts.hasher.close(),
    "list parser": () => watchList.listParser.close(),
    "media prober": () => media.mediaProber.close(),
    "file readers": () => media.fileReaders.close(),
    "file player": () => media.filePlayer.close(),
    "image transforms": () => media.transforms.close(),
    "channel client": () => notifications.outbound.close(),
    mailer: () => shared.mailer?.close(),
    "shared limits": () => limitStore?.close(),
  };
}
