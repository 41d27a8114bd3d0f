import { useEffect, useId, useRef, type RefObject } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { onChangeResult } from "~/ui/changes/change-results";
import { ListControl } from "./list-control";
import { OwnEntry, type OwnEntryProps } from "./own-entry";
import { icon } from "~/ui/icons";
import { FACT_DOT } from "~/ui/fact-dot";

export { EpisodeTicks } from "./episode-ticks";

/**
 * The title on the user's list. On phones and tablets it is in a sheet, which needs no script and
 * closes with a change made in it, so that the toast is seen; at a desk it is part of the page.
 * Lazy-loaded, as visitors need none of it.
 */
export function TitleTracking(props: OwnEntryProps) {
  const { animeId, path, entry, editing } = props;
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  useCloseWithChange(sheet);
  const controls = (
    <>
      <ListControl animeId={animeId} path={path} state={entry.state} />
      <OwnEntry {...props} />
    </>
  );
  // The editor that the URL opens is long, and has errors to show.
  if (editing) return controls;
  return (
    <>
      <SheetButton entry={entry} sheet={id} />
      <div ref={sheet} id={id} popover="auto" className="title-sheet">
        {controls}
      </div>
    </>
  );
}

/** Changes elsewhere on the page, such as a ticked episode, leave the sheet open. */
function useCloseWithChange(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let isChanging = false;
    const onSubmit = ({ target }: SubmitEvent) => {
      isChanging = target instanceof Node && sheet.current?.contains(target) === true;
    };
    document.addEventListener("submit", onSubmit);
    const unsubscribe = onChangeResult(() => {
      if (isChanging && sheet.current?.matches(":popover-open") === true)
        sheet.current.hidePopover();
      isChanging = false;
    });
    return () => {
      document.removeEventListener("submit", onSubmit);
      unsubscribe();
    };
  }, [sheet]);
}

function SheetButton({ entry, sheet }: Pick<OwnEntryProps, "entry"> & { sheet: string }) {
  const { t, label, formatNumber } = useI18n();
  const { state, seen, total } = entry;
  const progress =
    total === null || seen === 0 ? null : `${formatNumber(seen)}/${formatNumber(total)}`;
  return (
    <Button popoverTarget={sheet} className="lg:hidden">
      {state === null
        ? t("list.add")
        : [label("entryState", state), progress].filter((part) => part !== null).join(FACT_DOT)}
      {icon("down", "rotate-180")}
    </Button>
  );
}
