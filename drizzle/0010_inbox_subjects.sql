CREATE INDEX `inbox_items_subject` ON `inbox_items` (`subject`,`state`);--> statement-breakpoint
-- What was dismissed of an account before a dismissal ended with its cause would keep the next cause from being told.
UPDATE inbox_items SET state = 'over' WHERE state = 'dismissed' AND subject LIKE 'account:%';
