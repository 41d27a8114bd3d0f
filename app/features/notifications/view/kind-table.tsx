import { Form } from "react-router";
import { BELL, tickValue } from "~/features/notifications/channels/tick-value";
import {
  isProgramKind,
  kindsFor,
  type EventKind,
  type NotificationKind,
} from "~/features/notifications/notification-kinds";
import { useI18n } from "~/i18n/i18n-context";
import type { ChannelKind } from "~/providers/channels/channel-target";
import { Button } from "~/ui/button";
import type { ChannelView } from "./channel-list";

interface KindTableProps {
  /** The kinds that the user, or the site, may get. */
  kinds: readonly EventKind[];
  /** The kinds that the bell shows; null for the site's webhooks. */
  bell: readonly NotificationKind[] | null;
  channels: readonly Pick<ChannelView, "id" | "kind" | "name" | "kinds">[];
}

/** The kinds of notifications, and where each is shown or sent. */
export function KindTable({ kinds, bell, channels }: KindTableProps) {
  const { t } = useI18n();
  const ofBell = { id: BELL, kind: BELL, name: t("channels.bell") } as const;
  const columns = [...(bell === null ? [] : [{ ...ofBell, kinds: bell }]), ...channels];
  const rows = kinds.filter((kind) => columns.some((column) => isTaken(column, kind)));
  return (
    <Form method="post" preventScrollReset>
      {channels.map(({ id }) => (
        <input key={id} type="hidden" name="channel" value={id} />
      ))}
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-rule text-left">
              <th scope="col" className="py-2 pr-4 align-bottom font-medium text-ink-soft">
                {t("channels.kind")}
              </th>
              {columns.map(({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  className="max-w-40 min-w-16 px-2 py-2 text-center align-bottom font-medium break-words text-ink-soft"
                >
                  <span className="line-clamp-2">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((kind) => (
              <tr key={kind} className="border-b border-rule">
                <th scope="row" className="min-w-40 py-1 pr-4 text-left font-normal">
                  {t(`notices.kind.${kind}`)}
                </th>
                {columns.map((column) => (
                  <td key={column.id} className="p-0">
                    <Tick column={column} kind={kind} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {channels.length === 0 || bell === null ? null : (
        <p className="mt-2 text-xs text-ink-faint">{t("channels.kindsHint")}</p>
      )}
      <Button type="submit" name="intent" value="kinds" className="mt-4">
        {t("notices.saveKinds")}
      </Button>
    </Form>
  );
}

interface TickProps {
  column: {
    id: string;
    kind: ChannelKind | typeof BELL;
    name: string;
    kinds: readonly EventKind[];
  };
  kind: EventKind;
}

function isTaken({ kind: receiver }: TickProps["column"], kind: EventKind): boolean {
  return receiver === BELL ? !isProgramKind(kind) : kindsFor(receiver).includes(kind);
}

/** The check box of a kind; none for what a channel does not get. */
function Tick({ column, kind }: TickProps) {
  const { t } = useI18n();
  if (!isTaken(column, kind)) return null;
  const { id, kind: receiver, name, kinds } = column;
  const isFixed = kind === "account.changed" && (receiver === BELL || receiver === "mail");
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-center has-disabled:cursor-default">
      <input
        type="checkbox"
        name="kinds"
        value={tickValue(id, kind)}
        defaultChecked={isFixed || kinds.includes(kind)}
        disabled={isFixed}
        aria-label={t("channels.tick", { kind: t(`notices.kind.${kind}`), receiver: name })}
        className="size-4"
      />
    </label>
  );
}
