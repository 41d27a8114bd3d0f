import { Form, useNavigate } from "react-router";
import { seasonPath, type SeasonOfYear } from "~/features/schedule/season";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { CONTROL_PANEL } from "~/ui/control-panel";
import { Field } from "~/ui/forms/field";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";
import { closeOnLink } from "~/frame/menu-panel";
import { icon } from "~/ui/icons";
import { SeasonSections } from "./season-sections";
import {
  defaultOrder,
  OWN_SHOWS,
  parseSeasonChoices,
  SEASON_GROUPS,
  SEASON_ORDERS,
  SEASON_SHOWS,
  seasonQuery,
  type SeasonChoices,
  type SeasonGroup,
} from "./season-choices";

interface SeasonControlsProps {
  sections: Parameters<typeof SeasonSections>[0]["sections"];
  season: SeasonOfYear;
  choices: SeasonChoices;
  defaultGroup: SeasonGroup;
  genres: readonly { name: string; label: string; count: number }[];
  isSignedIn: boolean;
}

/** The button that opens the controls refers to them by this id. */
const SEASON_CONTROLS_ID = "season-controls";

/** Opens the controls on a phone. */
export function SeasonControlsButton({
  choices,
  defaultGroup,
}: Pick<SeasonControlsProps, "choices" | "defaultGroup">) {
  const { t } = useI18n();
  const applied = new URLSearchParams(seasonQuery(choices, defaultGroup)).size;
  return (
    <Button
      popoverTarget={SEASON_CONTROLS_ID}
      aria-label={applied > 0 ? t("filter.openApplied", { count: applied }) : t("filter.open")}
      className="px-3 sm:hidden"
    >
      {icon("sliders")}
    </Button>
  );
}

/** Groups, sorts and filters a season. */
export function SeasonControls(props: SeasonControlsProps) {
  const { season, choices, defaultGroup, genres, isSignedIn } = props;
  const { t, formatNumber } = useI18n();
  const navigate = useNavigate();
  const path = seasonPath(season);
  const orderName = (order: (typeof SEASON_ORDERS)[number]) =>
    t(order === "start" && choices.group === "day" ? "season.order.time" : `season.order.${order}`);
  const isListed = genres.some(({ name }) => name === choices.genre);
  return (
    <div id={SEASON_CONTROLS_ID} popover="auto" onClick={closeOnLink} className={CONTROL_PANEL}>
      <SeasonSections sections={props.sections} className="sm:hidden" />
      <nav aria-label={t("season.grouping")} className="flex sm:gap-1">
        {SEASON_GROUPS.map((group) => (
          <ButtonLink
            key={group}
            to={path + seasonQuery(regroup(choices, group), defaultGroup)}
            weight={group === choices.group ? "quiet" : "bare"}
            aria-current={group === choices.group ? "true" : undefined}
            preventScrollReset
            className="max-sm:grow max-sm:px-2"
          >
            {t(`season.by.${group}`)}
          </ButtonLink>
        ))}
      </nav>
      <Form
        method="get"
        action={path}
        onSubmit={(event) => {
          // The URL omits fields that are left at their defaults.
          event.preventDefault();
          const sent = new URLSearchParams();
          new FormData(event.currentTarget).forEach((value, name) => {
            if (typeof value === "string") sent.set(name, value);
          });
          const query = seasonQuery(parseSeasonChoices(sent, defaultGroup), defaultGroup);
          void navigate(path + query, { preventScrollReset: true });
        }}
        className="flex grow flex-wrap items-end gap-3"
      >
        {choices.group === defaultGroup ? null : (
          <input type="hidden" name="by" value={choices.group} />
        )}
        <Choice label={t("browse.sortBy")}>
          <SubmitSelect
            name="sort"
            defaultValue={choices.order === defaultOrder(choices.group) ? "" : choices.order}
            options={SEASON_ORDERS.map((order) => [
              order === defaultOrder(choices.group) ? "" : order,
              orderName(order),
            ])}
          />
        </Choice>
        <Choice label={t("season.genre")}>
          <SubmitSelect
            name="genre"
            defaultValue={choices.genre ?? ""}
            options={[
              ["", t("season.genre.all")],
              ...(isListed || choices.genre === null
                ? []
                : [[choices.genre, choices.genre] as const]),
              ...genres.map(
                ({ name, label, count }) => [name, `${label} (${formatNumber(count)})`] as const,
              ),
            ]}
          />
        </Choice>
        <Choice label={t("season.show")}>
          <SubmitSelect
            name="show"
            defaultValue={choices.show ?? ""}
            options={[
              ["", t("season.show.all")],
              ...SEASON_SHOWS.filter((show) => isSignedIn || !OWN_SHOWS.has(show)).map(
                (show) => [show, t(`season.show.${show}`)] as const,
              ),
            ]}
          />
        </Choice>
        <SubmitWithoutScript label={t("season.apply")} />
      </Form>
    </div>
  );
}

function Choice({ label, children }: Pick<Parameters<typeof Field>[0], "label" | "children">) {
  return (
    <div className="grow sm:max-w-52 sm:min-w-32">
      <Field label={label}>{children}</Field>
    </div>
  );
}

/** An order that is the default of its group gives way to that of the other group. */
function regroup(choices: SeasonChoices, group: SeasonGroup): SeasonChoices {
  const order = choices.order === defaultOrder(choices.group) ? defaultOrder(group) : choices.order;
  return { ...choices, group, order };
}
