import { ListControl } from "./list-control";
import { OwnEntry, type OwnEntryProps } from "./own-entry";

export { EpisodeTicks } from "./episode-ticks";

/** Lazy-loaded, as visitors need none of it. */
export function TitleTracking(props: OwnEntryProps) {
  const { animeId, path, entry, showResult } = props;
  return (
    <>
      <ListControl animeId={animeId} path={path} state={entry.state} showResult={showResult} />
      <OwnEntry {...props} />
    </>
  );
}
