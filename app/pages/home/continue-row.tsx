import { href } from "react-router";
import { Shuffle } from "lucide-react";
import { UpNextRail } from "~/features/watch-list/view/up-next-rail";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import type { RailViewData } from "./present-rails.server";

/** What to continue, and what to begin instead. */
export function ContinueRow({ canStartPlanned, ...upNext }: RailViewData["upNext"]) {
  return <UpNextRail {...upNext} action={<PickLink canStartPlanned={canStartPlanned} />} />;
}

/** Leads to a planned title, or to any where none can be started. */
function PickLink({ canStartPlanned }: { canStartPlanned: boolean }) {
  const { t } = useI18n();
  const label = t(canStartPlanned ? "list.pick" : "random.heading");
  return (
    <ButtonLink
      to={canStartPlanned ? href("/list/pick") : href("/random")}
      reloadDocument
      weight="bare"
      title={label}
      className="max-sm:-mr-3.5 max-sm:px-0"
    >
      <Shuffle aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{label}</span>
    </ButtonLink>
  );
}
