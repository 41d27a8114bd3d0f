import { Crown, Hourglass } from "lucide-react";
import { useId } from "react";
import { isHost, type Room } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { isWaitingAt } from "~/features/playback/rooms/room-rules";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/forms/copy-button";
import { TextInput } from "~/ui/forms/text-input";
import { GuestNameForm } from "./guest-name-form";
import { RoomChat } from "./room-chat";
import { RoomForm } from "./room-form";
import { memberName } from "./room-status";

interface RoomPanelProps {
  id: string;
  /** The absolute URL of the room. */
  link: string;
  room: Room;
  member: number | null;
  now: number | null;
  /** Text about the connection; empty without scripts. */
  status: string;
  onChange: ((change: RoomChange) => Promise<boolean>) | null;
  onLeave: (() => Promise<void>) | null;
}

export function RoomPanel({
  id,
  link,
  room,
  member,
  now,
  status,
  onChange,
  onLeave,
}: RoomPanelProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const heading = useId();
  const forHost = isHost(room, member);
  const isShared = room.control === "everyone";
  const own = room.members.find(({ number }) => number === member);
  return (
    <section aria-labelledby={heading} className="self-start rounded-md border border-rule p-4">
      <h2 id={heading} className="text-lg">
        {t("room.start")}
      </h2>
      <p role="status" className="mt-1 min-h-5 text-sm text-ink-soft">
        {status}
      </p>
      <div className="mt-4 flex items-center gap-1">
        <TextInput
          readOnly
          value={link}
          aria-label={t("room.link")}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link} />
      </div>
      <p className="mt-1 text-sm text-ink-faint">{t("room.invite")}</p>
      <h3 className="mt-5 text-sm font-semibold">
        {t("room.members", { count: room.members.length })}
      </h3>
      <ul className="mt-2 space-y-1 text-sm">
        {room.members.map((one) => (
          <li key={one.number} className="flex items-center gap-2">
            <span className="min-w-0 truncate">
              {one.number === member
                ? t("room.you", { name: memberName(i18n, one) })
                : memberName(i18n, one)}
            </span>
            {isHost(room, one.number) ? (
              <span className="inline-flex items-center gap-1 text-xs text-ink-faint">
                <Crown aria-hidden className="size-3.5" />
                {t("room.host")}
              </span>
            ) : null}
            {now !== null && isWaitingAt(one, now) ? (
              <Hourglass aria-hidden className="size-3.5 text-ink-faint" />
            ) : null}
          </li>
        ))}
      </ul>
      {own?.name === null ? (
        <GuestNameForm id={id} name={own.guestName} onChange={onChange} />
      ) : null}
      <p className="mt-4 text-sm text-ink-soft">
        {t(isShared ? "room.everyoneControls" : "room.hostControls")}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {forHost ? (
          <>
            <RoomForm
              id={id}
              change={{ do: "control", control: isShared ? "host" : "everyone" }}
              onChange={onChange}
            >
              <Button type="submit">{t(isShared ? "room.letHost" : "room.letEveryone")}</Button>
            </RoomForm>
            <RoomForm
              id={id}
              change={{ do: "chat", chat: room.chat ? "off" : "on" }}
              onChange={onChange}
            >
              <Button type="submit">{t(room.chat ? "room.chatOff" : "room.chatOn")}</Button>
            </RoomForm>
          </>
        ) : null}
        <RoomForm id={id} change={{ do: "leave" }} onChange={onLeave}>
          <Button type="submit">{t("room.leave")}</Button>
        </RoomForm>
      </div>
      {room.chat ? <RoomChat id={id} messages={room.messages} onChange={onChange} /> : null}
    </section>
  );
}
