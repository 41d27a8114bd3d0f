import { Form } from "react-router";
import type { EventKind } from "~/features/notifications/notification-kinds";
import { useI18n } from "~/i18n/i18n-context";
import type { ChannelKind } from "~/providers/channels/channel-target";
import type { SendOutcome } from "~/providers/channels/send-outcome";
import { Button } from "~/ui/button";
import { Mark } from "~/ui/chip";
import { FACT_DOT } from "~/ui/fact-dot";

/** An attempt to send a message. */
export interface DeliveryView {
  /** The id that the receiver was sent. */
  id: string;
  at: string;
  attempts: number;
  isSent: boolean;
  /** The time of the next attempt; null after the last one. */
  nextAt: string | null;
  status: number | null;
  problem: string | null;
}

export interface ChannelView {
  id: string;
  kind: ChannelKind;
  name: string;
  /** The host of a service, or the address that is mailed. */
  host: string;
  kinds: readonly EventKind[];
  state: "on" | "failing" | "paused" | "ended";
  /** The time since when it is in its state; null while it is on. */
  since: string | null;
  log: readonly DeliveryView[];
}

export interface ChannelListProps {
  channels: readonly ChannelView[];
  /** The channel that was just tested, and the outcome; null without a test. */
  tested: { id: string; outcome: SendOutcome } | null;
  zone: string;
}

export function ChannelList({ channels, tested, zone }: ChannelListProps) {
  return (
    <ul className="mb-6 divide-y divide-rule border-y border-rule empty:hidden">
      {channels.map((channel) => (
        <ChannelItem
          key={channel.id}
          channel={channel}
          outcome={tested?.id === channel.id ? tested.outcome : null}
          zone={zone}
        />
      ))}
    </ul>
  );
}

interface ChannelItemProps {
  channel: ChannelView;
  outcome: SendOutcome | null;
  zone: string;
}

function ChannelItem({ channel, outcome, zone }: ChannelItemProps) {
  const { t, formatDate } = useI18n();
  const { id, kind, name, host, state, since, log } = channel;
  const timeOf = (instant: string) =>
    formatDate(instant, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  const button = (intent: "test" | "pause" | "resume" | "rotate" | "remove") => (
    <Button
      type="submit"
      name="intent"
      value={intent}
      weight="bare"
      aria-label={t(`channels.${intent}Of`, { name })}
    >
      {t(`channels.${intent}`)}
    </Button>
  );
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="min-w-0 text-sm font-semibold break-words">
          {kind === "mail" ? host : name}
        </h3>
        {state === "on" || since === null ? null : (
          <Mark>{t(`channels.state.${state}`, { time: timeOf(since) })}</Mark>
        )}
      </div>
      {kind === "mail" ? null : (
        <p className="text-xs break-all text-ink-faint">
          {t(`channels.service.${kind}`) + FACT_DOT + host}
        </p>
      )}
      <Form method="post" preventScrollReset className="-ml-3 flex flex-wrap">
        <input type="hidden" name="id" value={id} />
        {button("test")}
        {state === "paused" || state === "ended"
          ? button("resume")
          : kind === "mail"
            ? null
            : button("pause")}
        {kind === "webhook" ? button("rotate") : null}
        {kind === "mail" ? null : button("remove")}
      </Form>
      {outcome === null ? null : (
        <p role="status" className="mb-2 text-sm">
          <TestOutcome outcome={outcome} />
        </p>
      )}
      {log.length === 0 ? null : <Log name={name} log={log} timeOf={timeOf} />}
    </li>
  );
}

function TestOutcome({ outcome }: { outcome: SendOutcome }) {
  const { t } = useI18n();
  if (outcome.result === "sent") return t("channels.tested.sent", { status: outcome.status });
  if (outcome.result === "gone") return t("channels.tested.status", { status: outcome.status });
  if (outcome.problem === "keys") return t("channels.problem.keys");
  if (outcome.status !== null) return t("channels.tested.status", { status: outcome.status });
  return t(`channels.problem.${outcome.problem === "status" ? "unreachable" : outcome.problem}`);
}

interface LogProps {
  name: string;
  log: readonly DeliveryView[];
  timeOf: (instant: string) => string;
}

/** The latest messages of a channel with how each was answered. */
function Log({ name, log, timeOf }: LogProps) {
  const { t } = useI18n();
  return (
    <details>
      <summary
        aria-label={t("channels.logOf", { name })}
        className="unfolds inline-flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-soft hover:text-ink"
      >
        {t("channels.log")}
      </summary>
      <div className="max-h-80 overflow-auto">
        <table className="w-full text-left text-xs">
          <thead className="text-ink-faint">
            <tr>
              <th className="py-1 pr-4 font-medium">{t("channels.log.time")}</th>
              <th className="py-1 pr-4 font-medium">{t("channels.log.message")}</th>
              <th className="py-1 font-medium">{t("channels.log.result")}</th>
            </tr>
          </thead>
          <tbody>
            {log.map((delivery) => (
              <tr key={delivery.id} className="border-t border-rule">
                <td className="py-1 pr-4 whitespace-nowrap tabular-nums">
                  <time dateTime={delivery.at}>{timeOf(delivery.at)}</time>
                </td>
                <td className="py-1 pr-4">
                  <code>{delivery.id}</code>
                </td>
                <td className="py-1">
                  <DeliveryResult delivery={delivery} timeOf={timeOf} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function DeliveryResult({
  delivery,
  timeOf,
}: { delivery: DeliveryView } & Pick<LogProps, "timeOf">) {
  const { t } = useI18n();
  const { isSent, attempts, nextAt, status, problem } = delivery;
  const facts = [
    isSent
      ? t("channels.log.sent")
      : status === null
        ? t(`channels.log.${problem === "refused" || problem === "timed-out" ? problem : "unsent"}`)
        : t("channels.log.failed"),
    status === null ? null : String(status),
    attempts > 1 ? t("channels.log.attempts", { count: attempts }) : null,
    isSent || nextAt === null ? null : t("channels.log.next", { time: timeOf(nextAt) }),
  ];
  return facts.filter((fact) => fact !== null).join(FACT_DOT);
}
