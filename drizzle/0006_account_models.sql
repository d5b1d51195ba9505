CREATE TABLE `__new_account_rests` (
	`provider` text NOT NULL,
	`account_id` text NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`cause` text NOT NULL,
	`until` integer,
	`times` integer DEFAULT 1 NOT NULL,
	`reason` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`provider`, `account_id`, `model`)
);
--> statement-breakpoint
INSERT INTO `__new_account_rests`("provider", "account_id", "cause", "until", "times", "reason", "since") SELECT "provider", "account_id", "cause", "until", "times", "reason", "since" FROM `account_rests`;--> statement-breakpoint
DROP TABLE `account_rests`;--> statement-breakpoint
ALTER TABLE `__new_account_rests` RENAME TO `account_rests`;
