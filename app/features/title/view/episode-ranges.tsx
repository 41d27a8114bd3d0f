import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import type { EpisodeRange } from "./episode-range";
import { icon } from "~/ui/icons";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";

interface EpisodeRangesProps {
  label: string;
  /** The path of the page that takes `?episodes=`. */
  path: string;
  page: number;
  ranges: readonly EpisodeRange[];
}

/** A pager for shows with more than one range. */
export function EpisodeRanges({ label, path, page, ranges }: EpisodeRangesProps) {
  const { t } = useI18n();
  const step = (number: number, direction: "left" | "right") => {
    const range = ranges.find((other) => other.number === number);
    if (range === undefined) return <span className="w-11" />;
    return (
      <ButtonLink
        weight="bare"
        to={`${path}?episodes=${number}`}
        preventScrollReset
        aria-label={t("title.episodesRange", { range: range.label })}
      >
        {icon(direction, "before:size-5")}
      </ButtonLink>
    );
  };
  return (
    <nav aria-label={label} className="mb-4 flex items-center gap-1">
      {step(page - 1, "left")}
      <Form
        method="get"
        action={path}
        preventScrollReset
        className="flex min-w-0 grow items-center gap-1 sm:max-w-56"
      >
        <SubmitSelect
          name="episodes"
          defaultValue={page}
          aria-label={t("title.episodesRangeChoice")}
          options={ranges.map((range) => [
            String(range.number),
            t("title.episodesRange", { range: range.label }),
          ])}
        />
        <SubmitWithoutScript label={t("ui.show")} />
      </Form>
      {step(page + 1, "right")}
    </nav>
  );
}
