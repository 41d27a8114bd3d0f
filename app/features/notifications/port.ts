// What other features may use of notifications.

export { OPTIONAL_KINDS } from "./notification-kinds";
export { unreadCountOf } from "./inbox/shown-notices.server";
