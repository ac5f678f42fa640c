/* Preloaded into a program, this makes one of its system calls on the files of one folder fail.

   The calls on files whose path begins with FAILING_FOLDER (and ends with FAILING_ENDING) are counted; the one with the
   number FAILING_NTH fails in the way FAILING_HOW says:

     once     it fails with the error FAILING_ERROR
     from     it fails, and so does every later one
     short    if it writes, half of it is written, and every later call that writes fails
     kill     the process is killed before the call

   The same can be set from within by fail_at(); how many calls there were is told by calls_made(). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define MOST_FILES 4096

enum how { NEVER, ONCE, FROM, SHORT, KILL };

static char folder[4096], ending[64];
static char is_ours[MOST_FILES];
static int nth, error, calls, is_cut;
static enum how how;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fail_at(const char *in, const char *with, int at, int with_error, int in_way) {
    strncpy(folder, in, sizeof folder - 1);
    strncpy(ending, with, sizeof ending - 1);
    nth = at, error = with_error, how = in_way, calls = 0, is_cut = 0;
}

int calls_made(void) { return calls; }

__attribute__((constructor)) static void from_environment(void) {
    const char *in = getenv("FAILING_FOLDER"), *with = getenv("FAILING_ENDING"), *way = getenv("FAILING_HOW");
    static const char *const ways[] = {"never", "once", "from", "short", "kill"};
    if (!in || !way) return;
    for (int each = 0; each < 5; each++)
        if (!strcmp(way, ways[each])) fail_at(in, with ? with : "", atoi(getenv("FAILING_NTH")), atoi(getenv("FAILING_ERROR")), each);
}

static int is_path_ours(const char *path) {
    size_t length = strlen(path), tail = strlen(ending);
    return *folder && !strncmp(path, folder, strlen(folder)) && length >= tail && !strcmp(path + length - tail, ending);
}

static int is_file_ours(int file) { return file >= 0 && file < MOST_FILES && is_ours[file]; }

/* 0: go on; 1: fail; 2: write half of it. */
static int fate(int writes) {
    pthread_mutex_lock(&lock);
    int call = ++calls, outcome = 0;
    if (is_cut && writes) outcome = 1;
    else if (call == nth && how == KILL) kill(getpid(), SIGKILL);
    else if (call == nth && how == SHORT && writes) is_cut = 1, outcome = 2;
    else if ((call == nth && how == ONCE) || (call >= nth && how == FROM)) outcome = 1;
    pthread_mutex_unlock(&lock);
    if (outcome == 1) errno = error;
    return outcome;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPENS(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = va_arg(more, mode_t); \
        va_end(more); \
        int ours = is_path_ours(path); \
        if (ours && fate(0)) return -1; \
        int file = REAL(name)(path, flags, mode); \
        if (file >= 0 && file < MOST_FILES) is_ours[file] = ours; \
        return file; \
    }
OPENS(open)
OPENS(open64)

#define READS(name, offset_t) \
    ssize_t name(int file, void *to, size_t size, offset_t at) { \
        if (is_file_ours(file) && fate(0)) return -1; \
        return REAL(name)(file, to, size, at); \
    }
READS(pread, off_t)
READS(pread64, off64_t)

#define WRITES(name, offset_t) \
    ssize_t name(int file, const void *from, size_t size, offset_t at) { \
        int outcome = is_file_ours(file) ? fate(1) : 0; \
        if (outcome == 1) return -1; \
        return REAL(name)(file, from, outcome == 2 ? size / 2 : size, at); \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int file, const void *from, size_t size) {
    int outcome = is_file_ours(file) ? fate(1) : 0;
    if (outcome == 1) return -1;
    return REAL(write)(file, from, outcome == 2 ? size / 2 : size);
}

#define SYNCS(name) \
    int name(int file) { return is_file_ours(file) && fate(1) ? -1 : REAL(name)(file); }
SYNCS(fsync)
SYNCS(fdatasync)

#define TRUNCATES(name, offset_t) \
    int name(int file, offset_t size) { return is_file_ours(file) && fate(1) ? -1 : REAL(name)(file, size); }
TRUNCATES(ftruncate, off_t)
TRUNCATES(ftruncate64, off64_t)

/* The index of the WAL is mapped.  Not by dlsym: that may map memory itself. */
#define MAPS(name, offset_t) \
    void *name(void *at, size_t size, int protection, int flags, int file, offset_t from) { \
        if (is_file_ours(file) && fate(0)) return MAP_FAILED; \
        return (void *)syscall(SYS_mmap, at, size, protection, flags, file, from); \
    }
MAPS(mmap, off_t)
MAPS(mmap64, off64_t)

/* Of all that fcntl does, locking counts: setting and taking back. */
#define LOCKS(name) \
    int name(int file, int command, ...) { \
        va_list more; \
        va_start(more, command); \
        void *with = va_arg(more, void *); \
        va_end(more); \
        int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; \
        if (locks && is_file_ours(file) && fate(0)) return -1; \
        return REAL(name)(file, command, with); \
    }
LOCKS(fcntl)
LOCKS(fcntl64)

/* A lock that fails is taken for one that somebody else has.  Waiting for it takes no time here. */
int usleep(useconds_t duration) { return how == NEVER ? REAL(usleep)(duration) : 0; }

int nanosleep(const struct timespec *duration, struct timespec *left) {
    return how == NEVER ? REAL(nanosleep)(duration, left) : 0;
}

#define LOOKS(name, stat_t) \
    int name(int file, struct stat_t *to) { return is_file_ours(file) && fate(0) ? -1 : REAL(name)(file, to); }
LOOKS(fstat, stat)
LOOKS(fstat64, stat64)

int rename(const char *from, const char *to) { return is_path_ours(from) && fate(1) ? -1 : REAL(rename)(from, to); }

int unlink(const char *path) { return is_path_ours(path) && fate(1) ? -1 : REAL(unlink)(path); }

int close(int file) {
    if (file >= 0 && file < MOST_FILES) is_ours[file] = 0;
    return REAL(close)(file);
}
