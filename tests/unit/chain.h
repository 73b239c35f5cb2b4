/* SPDX-License-Identifier: GPL-2.0-only */
/* For the tests of notifier chains: the kinds of chain there are, and blocks that write down that they were asked. */
#ifndef TESTS_UNIT_CHAIN_H
#define TESTS_UNIT_CHAIN_H

#include <linux/kdebug.h>
#include <whosetrap/test.h>

/** struct chain - one kind of chain, and one way to walk it. */
struct chain {
	const char *name;
	int (*add)(struct notifier_block *nb);
	int (*del)(struct notifier_block *nb);
	int (*call)(void);
	bool guards_callbacks;		/* tells who unregisters from inside a callback */
};

enum { CHAIN_ATOMIC, CHAIN_RAW, CHAIN_DIE, CHAIN_DIE_BY_TRAP, NR_CHAINS };

extern const struct chain chains[NR_CHAINS];
extern struct atomic_notifier_head chain_atomic_head;

#define for_each_chain(c) for ((c) = chains; (c) < chains + NR_CHAINS; (c)++)

/** struct block - answers what it is told to, and writes its letter down when it is asked. */
struct block {
	struct notifier_block nb;
	int answer;
	char letter;
	void (*inside)(struct block *b);	/* called when it is asked, may be NULL */
};

/** chain - the one under test, set by chain_begin(), which empties it unless it is the die chain. */
extern const struct chain *chain;
void chain_begin(const struct chain *c);

/** block_init - make a block that is on no chain yet. block_add - make one and register it. block_del - take it off. */
void block_init(struct block *b, char letter, int priority, int answer);
void block_add(struct block *b, char letter, int priority, int answer);
void block_del(struct block *b);

/** chain_walk - walk the chain; check that blocks are asked in the order of letters @wanted, and that @ret comes back. */
void chain_walk(const char *wanted, int ret);
/** chain_asked - how many blocks were asked since chain_begin() or chain_walk() began. */
unsigned int chain_asked(void);

#endif
