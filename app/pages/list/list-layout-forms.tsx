import { Form, href } from "react-router";
import type { ListLayout } from "~/features/catalog/list-layout";
import { listPath, type ListView } from "~/features/watch-list/view/list-view";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { icon } from "~/ui/icons";

const LAYOUTS = ["rows", "grid", "table"] as const;

/** Saves how the list is shown, for this and every later visit. */
export function LayoutForm({ view, layout }: { view: ListView; layout: ListLayout }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={href("/list/layout")}
      replace
      preventScrollReset
      aria-label={t("list.layout")}
      className="flex rounded-md border border-rule-strong p-px"
    >
      <input type="hidden" name="returnTo" value={listPath({ ...view, layout: null })} />
      {LAYOUTS.map((name) => (
        <button
          key={name}
          type="submit"
          name="listLayout"
          value={name}
          aria-label={t(`list.${name}`)}
          aria-pressed={layout === name}
          className="inline-flex size-11 items-center justify-center max-[23rem]:w-9 rounded-sm text-ink-faint hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink"
        >
          {icon(name)}
        </button>
      ))}
    </Form>
  );
}

/** One card per franchise or per title, for this and every later visit. */
export function CollapseForm({ view, collapsed }: { view: ListView; collapsed: boolean }) {
  const { t } = useI18n();
  const label = t(collapsed ? "list.everyTitle" : "list.perFranchise");
  const returnTo = listPath({
    ...view,
    filters: { ...view.filters, collapsed: false },
    page: 1,
  });
  return (
    <Form method="post" action={href("/list/layout")} replace preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        type="submit"
        weight="bare"
        name="listCollapsed"
        value={String(!collapsed)}
        title={label}
        className="max-sm:px-0"
      >
        {icon("layers", collapsed ? "max-sm:text-accent-text" : undefined)}
        <span className="max-sm:sr-only">{label}</span>
      </Button>
    </Form>
  );
}

/** Narrows the list to what plays here, and back, by one click. */
export function PlayableLink({ view }: { view: ListView }) {
  const { t } = useI18n();
  const isOn = view.filters.playable === true;
  const filters = { ...view.filters, playable: isOn ? null : true };
  return (
    <ButtonLink
      to={listPath({ ...view, filters, page: 1 })}
      preventScrollReset
      weight="bare"
      aria-current={isOn ? "true" : undefined}
      title={t("list.playsHere")}
      className="aria-[current]:text-accent-text max-sm:px-0"
    >
      <span aria-hidden className="play-sign" />
      <span className="max-sm:sr-only">{t("list.playsHere")}</span>
    </ButtonLink>
  );
}
