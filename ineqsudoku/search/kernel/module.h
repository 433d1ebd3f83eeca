/* What all compiled modules of the package share: Python's limited API, the definition of a
   module, and arguments.  Included before all other headers, as Python.h has to be. */

#ifndef INEQSUDOKU_MODULE_H
#define INEQSUDOKU_MODULE_H

/* Compiled on any Python from 3.11 on, a module runs on all of them. */
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

/* Define the module `name` of a package.  `exec_module` is called by the import, and `free_module`
   at the end of the interpreter, if it is not NULL; the remaining arguments are the functions for
   Python.  The module is initialised in two phases (PEP 489): an interpreter executes it once, even
   with several threads, and each interpreter has a state of its own. */
#define DEFINE_MODULE(package, name, doc, state_size, exec_module, free_module, ...) \
    static struct PyModuleDef DEFINITION; \
    PyMODINIT_FUNC PyInit_##name(void) \
    { \
        return PyModuleDef_Init(&DEFINITION); \
    } \
    static PyMethodDef METHODS[] = {__VA_ARGS__, {NULL, NULL, 0, NULL}}; \
    static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, (void *)exec_module}, {0, NULL}}; \
    static struct PyModuleDef DEFINITION = { \
        .m_base = PyModuleDef_HEAD_INIT, \
        .m_name = package "." #name, \
        .m_doc = doc, \
        .m_size = state_size, \
        .m_methods = METHODS, \
        .m_slots = SLOTS, \
        .m_free = free_module, \
    }

/* An argument of the type str or bytes.  Formats such as `s#` cannot be used: compiled with the
   headers of Python 3.13, they fail on 3.11 and 3.12. */
typedef struct {
    const char *at;
    Py_ssize_t size;
} Text;

static inline int to_text(PyObject *string, void *result)
{
    Text *text = result;

    text->at = PyUnicode_AsUTF8AndSize(string, &text->size);
    return text->at != NULL;
}

static inline int to_bytes(PyObject *bytes, void *result)
{
    Text *text = result;
    char *at;

    if (PyBytes_AsStringAndSize(bytes, &at, &text->size) < 0)
        return 0;
    text->at = at;
    return 1;
}

static inline bool to_int(PyObject *number, int *result)
{
    const long value = PyLong_AsLong(number);

    *result = (int)value;
    if (*result != value)
        PyErr_SetString(PyExc_OverflowError, "a number is out of range");
    return value == *result && (value != -1 || !PyErr_Occurred());
}

/* A limit, which is any number from 0; None is 0, which means no limit.  Nothing is counted beyond
   63 bits, so the limits beyond are all alike. */
static inline int to_limit(PyObject *number, void *result)
{
    int beyond = 0;
    const long long limit = number == Py_None ? 0 : PyLong_AsLongLongAndOverflow(number, &beyond);

    *(uint64_t *)result = beyond > 0 ? INT64_MAX : (uint64_t)limit;
    if (limit >= 0 || beyond > 0)
        return 1;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_OverflowError, "a limit is negative");
    return 0;
}

#endif
